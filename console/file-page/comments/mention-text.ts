/** What may become a mention: the `@` that is written last, and what stands behind it up to the caret. */
export interface BegunMention {
  /** Of the `@`, in UTF-16 units. */
  readonly at: number;
  readonly name: string;
}

/** As the server takes mentions: not inside of a word, and within its line. */
const begun = /(?<![\p{L}\p{N}_])@([\p{L}\p{N}][^\n@]{0,39})$/u;

export function begunMention(text: string, caret: number): BegunMention | undefined {
  const found = begun.exec(text.slice(0, caret));
  return found === null ? undefined : { at: found.index, name: found[1] as string };
}

/** The text with the whole name, and where the caret stands then. */
export function completed(
  text: string,
  { at, name }: BegunMention,
  handle: string,
): { readonly text: string; readonly caret: number } {
  const rest = text.slice(at + 1 + name.length);
  const mention = `@${handle}${/^\s/.test(rest) ? '' : ' '}`;
  return { text: text.slice(0, at) + mention + rest, caret: at + mention.length };
}
