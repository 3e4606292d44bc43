import { cssColor, isSeen, short } from '../../../src/code/colors.ts';
import type { Effect, NodeEntry, OwnNode } from '../../../src/code/own-node.ts';
import { PanelSection } from './panel-section.tsx';
import { Properties, Property } from './property.tsx';
import { StyleName } from './style-name.tsx';
import { Swatch } from './swatch.tsx';

/** Shadows and blurs. */
export function EffectSection({ node, entry }: { node: OwnNode; entry: NodeEntry }) {
  const effects = (node.effects ?? []).filter(isSeen);
  if (effects.length === 0) return null;
  return (
    <PanelSection title="Effects">
      <StyleName kind="effect" node={node} entry={entry} />
      <Properties>
        {effects.map((effect, place) => (
          <Property
            // biome-ignore lint/suspicious/noArrayIndexKey: effects have no other name than their place
            key={place}
            name={kinds[effect.type] ?? effect.type}
            value={inWords(effect)}
            before={effect.color && <Swatch paint={cssColor(effect.color)} />}
          />
        ))}
      </Properties>
    </PanelSection>
  );
}

const kinds: Readonly<Record<string, string>> = {
  DROP_SHADOW: 'Drop shadow',
  INNER_SHADOW: 'Inner shadow',
  LAYER_BLUR: 'Blur',
  BACKGROUND_BLUR: 'Background blur',
};

function inWords({ offset, radius = 0, spread = 0, color }: Effect): string {
  const place = offset === undefined ? [] : [short(offset.x), short(offset.y)];
  const words = [...place, short(radius), ...(spread === 0 ? [] : [short(spread)])];
  return `${words.join(', ')}${color === undefined ? '' : ` ${cssColor(color)}`}`;
}
