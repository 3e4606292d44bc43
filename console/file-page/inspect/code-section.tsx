import { cssOf, cssText } from '../../../src/css/css-of.ts';
import type { OwnNode } from '../../../src/css/own-node.ts';
import { CopyButton } from '../parts/copy-button.tsx';
import { PanelSection } from './panel-section.tsx';

/** What a node looks like in CSS; copied as a whole, or a line by a click. */
export function CodeSection({ node }: { node: OwnNode }) {
  const lines = cssOf(node);
  if (lines.length === 0) return null;
  return (
    <PanelSection title="CSS" action={<CopyButton words="Copy CSS" text={() => cssText(lines)} />}>
      <ol className="code-lines">
        {lines.map(([property, value]) => (
          <li key={property}>
            <code>
              <span className="code-name">{property}</span>
              {`: ${value};`}
            </code>
            <CopyButton words={`Copy ${property}`} text={() => `${property}: ${value};`} />
          </li>
        ))}
      </ol>
    </PanelSection>
  );
}
