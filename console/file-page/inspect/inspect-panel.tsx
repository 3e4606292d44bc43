import { useRoom, useSelectedLayer } from '../room.ts';
import { CodeSection } from './code-section.tsx';
import { ComponentSection } from './component-section.tsx';
import { DevResources } from './dev-resources.tsx';
import { DevStatus } from './dev-status.tsx';
import { EffectSection } from './effect-section.tsx';
import { LayoutSection } from './layout-section.tsx';
import { NodeHead } from './node-head.tsx';
import { PageFacts } from './page-facts.tsx';
import { PaintSection } from './paint-section.tsx';
import { TextSection } from './text-section.tsx';
import { useOwnNode } from './use-own-node.ts';
import { UsedColors } from './used-colors.tsx';
import { VariableSection } from './variable-section.tsx';
import './inspect.css';

/** Everything that is known of what is selected; of the page where nothing is. */
export function InspectPanel() {
  const { selected } = useRoom();
  const own = useOwnNode();
  const layer = useSelectedLayer();
  if (selected === undefined) return <PageFacts />;
  if (own === undefined) return <p className="panel-words">Nothing is known of this layer yet.</p>;
  const { node, entry, variables } = own;
  return (
    <div key={node.id}>
      <NodeHead node={node} entry={entry} />
      <ComponentSection node={node} entry={entry} />
      <LayoutSection node={node} />
      <TextSection node={node} entry={entry} />
      <PaintSection
        title="Fills"
        paints={node.fills}
        style="fill"
        node={node}
        entry={entry}
        variables={variables}
      />
      <PaintSection
        title="Strokes"
        paints={node.strokes}
        style="stroke"
        node={node}
        entry={entry}
        variables={variables}
      />
      <EffectSection node={node} entry={entry} />
      {layer?.has_children === true && <UsedColors node={node.id} />}
      <VariableSection variables={variables} />
      <CodeSection node={node} />
      <DevStatus node={node} />
      <DevResources node={node} />
    </div>
  );
}
