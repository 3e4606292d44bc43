import { Swatch } from '../../parts/swatch.tsx';
import { paintWords, tellsApart } from './paint-words.ts';
import { valueText } from './value-text.ts';

/** A value beside another one of the same property: paints as what they show, where that tells them apart. */
export function ComparedValue({ value, beside }: { value: unknown; beside: unknown }) {
  const paints = tellsApart(value, beside) ? paintWords(value) : undefined;
  if (paints === undefined) return valueText(value);
  return (
    <span className="compared-paints">
      {paints.map(({ words, css }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: paints have no other name than their place
        <span className="compared-paint" key={place}>
          {css !== undefined && <Swatch paint={css} />}
          <span>{words}</span>
        </span>
      ))}
    </span>
  );
}
