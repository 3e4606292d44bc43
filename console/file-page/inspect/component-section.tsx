import type { NodeEntry, OwnNode } from '../../../src/code/own-node.ts';
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
        {given.map(([key, { value }]) => (
          <Property key={key} name={nameOf(key)} value={String(value)} />
        ))}
        {defined.map(([key, { defaultValue, variantOptions }]) => (
          <Property
            key={key}
            name={nameOf(key)}
            value={(variantOptions ?? [String(defaultValue)]).join(', ')}
          />
        ))}
      </Properties>
    </PanelSection>
  );
}

/** Leads to the main component where it is in this file. */
function MainComponent({ id, entry }: { id: string; entry: NodeEntry }) {
  const { select } = useRoom();
  const component = entry.components?.[id];
  const set = entry.componentSets?.[component?.componentSetId ?? ''];
  const name = [set?.name, component?.name].filter(Boolean).join(' / ') || id;
  return (
    <p className="main-component">
      <span className="cut">{name}</span>
      {component?.remote === true ? (
        <span className="quiet">from a library</span>
      ) : (
        <button type="button" className="quiet-button" onClick={() => select(id)}>
          Go to main component
        </button>
      )}
    </p>
  );
}
