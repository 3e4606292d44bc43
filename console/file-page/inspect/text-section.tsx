import { short } from '../../../src/code/colors.ts';
import type { NodeEntry, OwnNode, TypeStyle } from '../../../src/code/own-node.ts';
import { CopyButton } from '../parts/copy-button.tsx';
import { PanelSection } from './panel-section.tsx';
import { Properties, Property } from './property.tsx';
import { StyleName } from './style-name.tsx';

/** What a text says, and in which type. */
export function TextSection({ node, entry }: { node: OwnNode; entry: NodeEntry }) {
  const { characters, style } = node;
  if (characters === undefined) return null;
  return (
    <PanelSection title="Text" action={<CopyButton words="Copy text" text={() => characters} />}>
      <blockquote className="text-content">{characters}</blockquote>
      <StyleName kind="text" node={node} entry={entry} />
      <Properties>
        {factsOf(style ?? {}).map(([name, value]) => (
          <Property key={name} name={name} value={value} />
        ))}
      </Properties>
    </PanelSection>
  );
}

function factsOf(style: TypeStyle): (readonly [string, string])[] {
  const { fontFamily, fontSize, fontWeight, fontStyle, lineHeightPx, letterSpacing, textAlignHorizontal } =
    style;
  const facts: [string, string | undefined][] = [
    ['Font', fontFamily],
    ['Weight', fontStyle ?? (fontWeight === undefined ? undefined : String(fontWeight))],
    ['Size', fontSize === undefined ? undefined : short(fontSize)],
    ['Line height', lineHeightPx === undefined ? undefined : short(lineHeightPx)],
    ['Letter spacing', letterSpacing === undefined || letterSpacing === 0 ? undefined : short(letterSpacing)],
    [
      'Align',
      textAlignHorizontal && textAlignHorizontal.charAt(0) + textAlignHorizontal.slice(1).toLowerCase(),
    ],
  ];
  return facts.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]));
}
