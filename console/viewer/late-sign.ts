import { element } from './element.ts';

const lateMs = 600;

/** Says that something is being drawn, once it takes long enough to be missed. */
export function createLateSign(): { readonly element: HTMLElement; tell(waiting: number): void } {
  const sign = element('div', { class: 'late', role: 'status' });
  let timer = 0;
  return {
    element: sign,
    tell: (waiting) => {
      if (waiting > 0 && timer !== 0) return;
      clearTimeout(timer);
      timer = waiting === 0 ? 0 : window.setTimeout(() => sign.append('Drawing…'), lateMs);
      if (waiting === 0) sign.replaceChildren();
    },
  };
}
