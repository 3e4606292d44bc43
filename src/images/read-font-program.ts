import { messageOf } from '../errors.ts';
import { guardChild } from '../processes/guard-child.ts';
import { checkFont } from '../render/text/check-font.ts';
import type { FontOutcome } from './read-font.ts';

/** Runs in a process of its own: hears the bytes of a font, and says what became of them. */
guardChild();
process.once('message', async (bytes: Uint8Array) => {
  const outcome: FontOutcome = await checkFont(bytes).catch((error: unknown) => ({
    refusal: messageOf(error),
  }));
  process.send?.(outcome);
});
