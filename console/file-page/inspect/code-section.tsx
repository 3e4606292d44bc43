import { useState } from 'react';
import { composeOf } from '../../../src/code/compose-of.ts';
import { cssOf } from '../../../src/code/css-of.ts';
import type { OwnNode } from '../../../src/code/own-node.ts';
import { swiftUiOf } from '../../../src/code/swift-ui-of.ts';
import { CopyButton } from '../parts/copy-button.tsx';
import { type CodeKind, chooseCode, chosenCode, codeKinds, codeNames } from './code-kind.ts';
import { PanelSection } from './panel-section.tsx';

/** What a node looks like as code; copied as a whole, or a line by a click. */
export function CodeSection({ node }: { node: OwnNode }) {
  const [kind, choose] = useState(chosenCode);
  const lines = linesIn[kind](node);
  const name = codeNames[kind];
  return (
    <PanelSection
      title="Code"
      action={lines.length > 0 && <CopyButton words={`Copy ${name}`} text={() => lines.join('\n')} />}
    >
      <fieldset className="pressed-choices" aria-label="Language">
        {codeKinds.map((one) => (
          <button
            key={one}
            type="button"
            aria-pressed={one === kind}
            onClick={() => {
              chooseCode(one);
              choose(one);
            }}
          >
            {codeNames[one]}
          </button>
        ))}
      </fieldset>
      {lines.length === 0 && <p className="quiet">{name} has nothing that draws this.</p>}
      <ol className="code-lines">
        {lines.map((line, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines may be alike, and are never moved
          <li key={`${place} ${line}`}>
            <code>{kind === 'css' ? <CssLine line={line} /> : line}</code>
            <CopyButton words={`Copy ${wordsFor(kind, line, place)}`} text={() => line.trim()} />
          </li>
        ))}
      </ol>
    </PanelSection>
  );
}

/** CSS is known by its properties. */
const wordsFor = (kind: CodeKind, line: string, place: number): string =>
  kind === 'css' ? line.slice(0, line.indexOf(':')) : `line ${place + 1}`;

const linesIn = {
  css: (node: OwnNode) => cssOf(node).map(([property, value]) => `${property}: ${value};`),
  swiftui: swiftUiOf,
  compose: composeOf,
};

function CssLine({ line }: { line: string }) {
  const end = line.indexOf(':');
  return (
    <>
      <span className="code-name">{line.slice(0, end)}</span>
      {line.slice(end)}
    </>
  );
}
