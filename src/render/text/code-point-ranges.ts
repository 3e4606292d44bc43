/** Reads ranges written as CSS does, `U+0000-00FF,U+0131`; the text is taken apart when it is first asked. */
export function codePointRanges(text: string): (codePoint: number) => boolean {
  let ranges: [from: number, to: number][] | undefined;
  return (codePoint) => {
    ranges ??= text.split(',').map(rangeOf);
    return ranges.some(([from, to]) => codePoint >= from && codePoint <= to);
  };
}

function rangeOf(text: string): [from: number, to: number] {
  const [from, to = from] = text.trim().slice(2).split('-');
  return [Number.parseInt(from!, 16), Number.parseInt(to!, 16)];
}
