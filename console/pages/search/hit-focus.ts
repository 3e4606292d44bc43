import type { KeyboardEvent } from 'react';

const links = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('a.hit')];

/** Leads from the box to what was found. */
export function focusFirstHit(): boolean {
  const [first] = links();
  first?.focus();
  return first !== undefined;
}

/** Arrows lead from one to the next, and above the first back to the box. */
export function moveAmongHits(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  event.preventDefault();
  const all = links();
  const next = all.indexOf(event.currentTarget) + step;
  if (next < 0) document.querySelector<HTMLInputElement>('.search-box input')?.select();
  else all[next]?.focus();
}
