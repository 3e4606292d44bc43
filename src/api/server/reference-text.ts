export function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** The little Markdown that descriptions use: code, links, paragraphs. */
export function prose(text: string): string {
  return escaped(text.trim())
    .replaceAll(/`([^`]+)`/g, '<code>$1</code>')
    .replaceAll(/\[([^\]]+)\]\((https:\/\/[^)\s]+)\)/g, '<a href="$2" rel="noreferrer">$1</a>')
    .replaceAll(/\n\s*\n/g, '</p><p>');
}

export const verb = (method: string): string => `<b class="${method}">${method.toUpperCase()}</b>`;

const longest = 4_000;

/** JSON to read; of what is long, the beginning. */
export function jsonText(value: unknown): string {
  const text = JSON.stringify(value, null, 2);
  return text.length <= longest ? text : `${text.slice(0, longest)}\n…`;
}
