/** Text that is markup already. */
export interface Html {
  readonly markup: string;
}

type Part = Html | string | readonly Html[];

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Markup whose values are escaped, wherever they stand, unless they are markup themselves. */
export function html(texts: TemplateStringsArray, ...parts: readonly Part[]): Html {
  const markup = texts.reduce((whole, text, index) => `${whole}${markupOf(parts[index - 1] ?? '')}${text}`);
  return { markup };
}

function markupOf(part: Part): string {
  if (typeof part === 'string') return part.replace(/[&<>"']/g, (character) => entities[character] ?? '');
  return 'markup' in part ? part.markup : part.map(({ markup }) => markup).join('');
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const notInMarkup = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufdd0-\ufdef\ufffe\uffff]/g;

/** A text without what no markup may hold, not even escaped: control characters and halves of characters. */
export function safeText(text: string): string {
  return text.toWellFormed().replace(notInMarkup, '\ufffd');
}
