import { cssColor, cssPaint, isSeen, short } from '../../../src/code/colors.ts';
import type { NodeEntry, OwnNode, Paint } from '../../../src/code/own-node.ts';
import { PanelSection } from './panel-section.tsx';
import { Properties, Property } from './property.tsx';
import { StyleName } from './style-name.tsx';
import { Swatch } from './swatch.tsx';
import type { BoundVariable } from './use-own-node.ts';

interface PaintSectionProps {
  readonly title: string;
  readonly paints: readonly Paint[] | undefined;
  /** What the node calls the shared style of such paints. */
  readonly style: 'fill' | 'stroke';
  readonly node: OwnNode;
  readonly entry: NodeEntry;
  readonly variables: readonly BoundVariable[];
}

/** Fills or strokes from above to below, with the style and the variables that they follow. */
export function PaintSection({ title, paints = [], style, node, entry, variables }: PaintSectionProps) {
  const seen = paints.filter(isSeen).reverse();
  if (seen.length === 0) return null;
  return (
    <PanelSection title={title}>
      <StyleName kind={style} node={node} entry={entry} />
      <Properties>
        {seen.map((paint, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: paints have no other name than their place
          <PaintRow key={place} paint={paint} variables={variables} />
        ))}
        {style === 'stroke' && (
          <Property
            name="Weight"
            value={`${short(node.strokeWeight ?? 1)} ${(node.strokeAlign ?? '').toLowerCase()}`}
          />
        )}
      </Properties>
    </PanelSection>
  );
}

const kinds: Readonly<Record<string, string>> = {
  SOLID: 'Colour',
  IMAGE: 'Image',
  VIDEO: 'Video',
  PATTERN: 'Pattern',
  EMOJI: 'Emoji',
  GRADIENT_LINEAR: 'Linear',
  GRADIENT_RADIAL: 'Radial',
  GRADIENT_ANGULAR: 'Angular',
  GRADIENT_DIAMOND: 'Diamond',
};

function PaintRow({ paint, variables }: { paint: Paint; variables: readonly BoundVariable[] }) {
  const { type, color, opacity = 1, imageRef, gradientStops } = paint;
  const bound = variables.find(({ id }) => id === paint.boundVariables?.color?.id);
  const css = cssPaint(paint);
  const words =
    bound?.name ??
    (color === undefined
      ? gradientStops?.map((stop) => cssColor(stop.color)).join(' to ')
      : cssColor(color, opacity));
  return (
    <Property
      name={kinds[type] ?? type}
      value={words ?? imageRef ?? ''}
      copied={css ?? imageRef ?? ''}
      before={css === undefined ? undefined : <Swatch paint={css} />}
    />
  );
}
