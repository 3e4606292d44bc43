import type { JsonRecord } from '../render/scene/json-values.ts';
import { type MeasureText, nothing, type Size, sizeOf } from '../variables/follow/layout/sizes.ts';
import { EditRefused } from './edit.ts';

/** Characters that one change has measured, those of a text at each width that is asked for: some seconds of a core. */
const mostCharacters = 2_000_000;

/** The texts of a change, measured until they were enough for one; those that come later have the size that they say. */
export class MeasuredTexts {
  readonly #measure: MeasureText;
  #characters = 0;

  constructor(measure: MeasureText) {
    this.#measure = measure;
  }

  get isOver(): boolean {
    return this.#characters > mostCharacters;
  }

  /** It throws nothing: layouts call it from within. */
  readonly measure: MeasureText = (text, widthPx) => {
    this.#characters += String(text.characters ?? '').length;
    return this.isOver ? asItSays(text) : this.#measure(text, widthPx);
  };

  /** @throws EditRefused */
  refuseMore(): void {
    if (!this.isOver) return;
    const most = mostCharacters.toLocaleString('en');
    throw new EditRefused(
      `More than ${most} characters of texts would be measured, with all that follows: change less at once.`,
    );
  }
}

// biome-ignore lint/correctness/useYield: nothing is waited for
function* asItSays(text: JsonRecord): Generator<undefined, Size> {
  return sizeOf(text) ?? nothing;
}
