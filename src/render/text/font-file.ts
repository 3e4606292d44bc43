import type { FontDescription } from './font-match.ts';
import type { FontMetrics } from './font-tables.ts';

/** A face of a font file that is read when it is first needed. */
export interface FontFile extends FontDescription {
  /** The bytes of a TTF, OTF, TTC, WOFF or WOFF2 file. */
  read: () => Uint8Array;
  /** Its place in a collection; the first if left out. */
  place?: number;
  /** Metrics that the original draws with in place of the file's. */
  metrics?: Partial<FontMetrics>;
  /** False for characters that the file is known not to have, so that it is not read for them in vain. */
  mayHave?: (codePoint: number) => boolean;
}
