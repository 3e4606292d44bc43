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
