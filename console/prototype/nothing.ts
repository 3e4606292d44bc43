import { element } from '../viewer/element.ts';

/** What is said in place of a frame, with the ways out. */
export function nothingHere(
  sentence: string,
  file: string,
  restart: (() => void) | undefined,
): readonly HTMLElement[] {
  const parts: HTMLElement[] = [element('p', {}, sentence)];
  if (restart !== undefined) {
    const button = element('button', { type: 'button' }, 'From the start');
    button.addEventListener('click', restart);
    parts.push(button);
  }
  return [...parts, element('a', { href: file }, 'Back to the file')];
}
