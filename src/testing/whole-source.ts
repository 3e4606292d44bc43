import type { BegunSource, DocumentSource } from '../document/document-source.ts';

/** A source that is read to its end, be it begun or whole. */
export const wholeSource = (source: DocumentSource | BegunSource): DocumentSource =>
  'finish' in source ? source.readWhole() : source;
