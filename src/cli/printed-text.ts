const units = ['bytes', 'KB', 'MB', 'GB', 'TB'];

/** A size as people read it; a unit is a power of ten. */
export function bytesText(sizeBytes: number): string {
  const step = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, sizeBytes)) / 3));
  const value = sizeBytes / 1000 ** step;
  return `${value < 10 && step > 0 ? value.toFixed(1) : Math.round(value)} ${units[step]}`;
}

/** `1 file`, `2 files`, `1,204 nodes`, `3 branches`, `2 deliveries`, `2 people`. */
export function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${count === 1 ? noun : plural(noun)}`;
}

function plural(noun: string): string {
  if (noun === 'person') return 'people';
  if (/[^aeiou]y$/.test(noun)) return `${noun.slice(0, -1)}ies`;
  return /(s|x|ch|sh)$/.test(noun) ? `${noun}es` : `${noun}s`;
}

/** Columns side by side, each as wide as its widest cell; a heading row first. */
export function tableText(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = [head, ...rows];
  const widthOf = (column: number) =>
    all.reduce((most, row) => Math.max(most, printable(row[column]).length), 0);
  const widths = head.map((_, column) => widthOf(column));
  const lines = all.map((row) =>
    row
      .map((cell, column) => printable(cell).padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  return `${lines.join('\n')}\n`;
}

/** Names come from other people: nothing in them may steer the terminal. */
export function printable(text: string | undefined): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
  return (text ?? '').replace(/[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g, '\ufffd');
}
