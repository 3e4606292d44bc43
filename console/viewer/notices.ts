import { element } from './element.ts';

/** Words over the picture, and words for those who listen. */
export interface Notices {
  readonly elements: readonly HTMLElement[];
  /** Shows a sentence, with a button where something can be done; nothing takes it away. */
  show(sentence: string | null, again?: () => void): void;
  /** Has a screen reader say something once the reader stops acting. */
  say(sentence: string): void;
}

const quietMs = 400;

export function createNotices(): Notices {
  const shown = element('div', { class: 'notice', role: 'status', hidden: '' });
  const said = element('div', { class: 'unseen', role: 'status' });
  let timer = 0;
  return {
    elements: [shown, said],
    show: (sentence, again) => {
      if (sentence === (shown.firstChild?.textContent ?? null)) return;
      shown.hidden = sentence === null;
      shown.replaceChildren(...(sentence === null ? [] : [element('span', {}, sentence)]));
      if (sentence !== null && again !== undefined) shown.append(againButton(again));
    },
    say: (sentence) => {
      clearTimeout(timer);
      timer = window.setTimeout(() => {
        said.textContent = sentence;
      }, quietMs);
    },
  };
}

function againButton(again: () => void): HTMLButtonElement {
  const button = element('button', { type: 'button' }, 'Try again');
  button.addEventListener('click', again);
  return button;
}
