const mostCharacters = 300;

/** A value of a property in one line; long ones are cut. */
export function valueText(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return text.length > mostCharacters ? `${text.slice(0, mostCharacters)}…` : text;
}
