import type { ClickAction, Other } from './prototype-facts.ts';

/** What begins by time and keys on what is shown now. */
export interface Starts {
  /** Takes these in the place of those before, with their time from its beginning. */
  take(others: readonly Other[]): void;
}

/** A circle of frames without any delay would leave no time to look. */
const leastMs = 100;

/** `act` is told whether it was time that began it. */
export function createStarts(act: (action: ClickAction, isByItself: boolean) => void): Starts {
  let timers: number[] = [];
  let keys: readonly Other[] = [];

  document.addEventListener(
    'keydown',
    (event) => {
      const pressed = keys.find(({ trigger }) => isPressed(trigger.key_codes ?? [], event));
      if (pressed === undefined || event.repeat || presses(event)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      act(pressed.action, false);
    },
    { capture: true },
  );

  return {
    take: (others) => {
      for (const timer of timers) clearTimeout(timer);
      keys = others.filter(({ trigger }) => trigger.type === 'KEY');
      timers = others
        .filter(({ trigger }) => trigger.type === 'DELAY')
        .map(({ trigger, action }) =>
          window.setTimeout(() => act(action, true), Math.max(leastMs, trigger.after_ms ?? 0)),
        );
    },
  };
}

/** What these keys are by number, as designs count them. */
const modifiers = [
  { codes: [16], isDown: (event: KeyboardEvent) => event.shiftKey },
  { codes: [17], isDown: (event: KeyboardEvent) => event.ctrlKey },
  { codes: [18], isDown: (event: KeyboardEvent) => event.altKey },
  { codes: [91, 93], isDown: (event: KeyboardEvent) => event.metaKey },
];

/** Whether exactly these keys are down: the one that is pressed now, and others that are held for it. */
export function isPressed(codes: readonly number[], event: KeyboardEvent): boolean {
  if (!codes.includes(event.keyCode)) return false;
  const held = modifiers.every(
    ({ codes: own, isDown }) => isDown(event) === own.some((code) => codes.includes(code)),
  );
  const plain = codes.filter((code) => !modifiers.some(({ codes: own }) => own.includes(code)));
  return held && plain.every((code) => code === event.keyCode);
}

/** Enter and the space bar press what has the focus, whatever the design says. */
const presses = ({ key, target }: KeyboardEvent): boolean =>
  (key === 'Enter' || key === ' ') && target instanceof Element && target.closest('button, a') !== null;
