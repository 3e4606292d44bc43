import { useQuery } from '@tanstack/react-query';
import type { NodeEntry, OwnNode } from '../../../src/code/own-node.ts';
import { isInFileQuery, nodeQuery } from '../node-query.ts';
import { useRoom } from '../room.ts';
import { PanelSection } from './panel-section.tsx';
import { Properties, Property } from './property.tsx';

/** Names of properties carry an id behind `#`. */
const nameOf = (key: string): string => key.replace(/#[^#]*$/, '');

/** The component that a node is or comes from, with its properties. */
export function ComponentSection({ node, entry }: { node: OwnNode; entry: NodeEntry }) {
  const { componentId, componentProperties = {}, componentPropertyDefinitions = {} } = node;
  const given = Object.entries(componentProperties);
  const defined = Object.entries(componentPropertyDefinitions);
  if (componentId === undefined && given.length + defined.length === 0) return null;
  return (
    <PanelSection title="Component">
      {componentId !== undefined && <MainComponent id={componentId} entry={entry} />}
      <Properties>
        {given.map(([key, { type, value }]) => (
          <ComponentProperty
            key={key}
            name={nameOf(key)}
            type={type}
            values={[String(value)]}
            entry={entry}
          />
        ))}
        {defined.map(([key, { type, defaultValue, variantOptions }]) => (
          <ComponentProperty
            key={key}
            name={nameOf(key)}
            type={type}
            values={variantOptions ?? [String(defaultValue)]}
            entry={entry}
          />
        ))}
      </Properties>
    </PanelSection>
  );
}

interface ComponentPropertyProps {
  readonly name: string;
  readonly type: string;
  readonly values: readonly string[];
  readonly entry: NodeEntry;
}

const ComponentProperty = ({ name, type, values, entry }: ComponentPropertyProps) =>
  type === 'INSTANCE_SWAP' ? (
    <SwappedInstance name={name} id={values.join()} entry={entry} />
  ) : (
    <Property name={name} value={values.join(', ')} />
  );

/** The component that stands in an instance by its name, and a way to it where it is in this file. */
function SwappedInstance({ name, id, entry }: { name: string; id: string; entry: NodeEntry }) {
  const room = useRoom();
  const { data: isHere = false } = useQuery(isInFileQuery(room, id));
  const { data } = useQuery({ ...nodeQuery(room, id), enabled: isHere });
  const [component, above] = [data?.path.at(-1), data?.path.at(-2)];
  if (component === undefined) return <Property name={name} value={entry.components?.[id]?.name ?? id} />;
  const set = above?.type === 'COMPONENT_SET' ? [above.name] : [];
  return (
    <li className="swapped-instance">
      <span className="property-name">{name}</span>
      <button type="button" className="quiet-button" onClick={() => room.select(id)}>
        {[...set, component.name].join(' / ')}
      </button>
    </li>
  );
}

/** Leads to the main component where it is in this file. */
function MainComponent({ id, entry }: { id: string; entry: NodeEntry }) {
  const room = useRoom();
  const component = entry.components?.[id];
  const { data: isHere = false } = useQuery(isInFileQuery(room, id));
  const set = entry.componentSets?.[component?.componentSetId ?? ''];
  const name = [set?.name, component?.name].filter(Boolean).join(' / ') || id;
  return (
    <p className="main-component">
      <span className="cut">{name}</span>
      {component?.remote === true && <span className="quiet">from a library</span>}
      {component?.remote !== true && isHere && (
        <button type="button" className="quiet-button" onClick={() => room.select(id)}>
          Go to main component
        </button>
      )}
    </p>
  );
}
