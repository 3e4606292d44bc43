/** Makes an element with attributes and content; text is never read as markup. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string>> = {},
  ...content: readonly (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...content);
  return made;
}

/** Puts elements in the place of what an element holds; of a call no engine takes more than some 100,000 values. */
export function replaceContent(place: Element, content: Iterable<Node>): void {
  const all = document.createDocumentFragment();
  for (const one of content) all.append(one);
  place.replaceChildren(all);
}

/** A button that a picture stands on; `words` is its name and what its keys are. */
export function iconButton(words: string, path: string, press: () => void, keys = ''): HTMLButtonElement {
  const title = keys === '' ? words : `${words} (${keys})`;
  const button = element('button', { type: 'button', 'aria-label': words, title }, icon(path));
  button.addEventListener('click', press);
  return button;
}

/** Lines on a square of 16. */
export function icon(path: string): SVGSVGElement {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  const line = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  svg.setAttribute('viewBox', '0 0 16 16');
  svg.setAttribute('aria-hidden', 'true');
  line.setAttribute('d', path);
  svg.append(line);
  return svg;
}
