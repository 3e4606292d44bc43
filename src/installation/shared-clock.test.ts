import { describe, expect, it } from 'vitest';
import { sharedClock } from './shared-clock.ts';

/** A machine whose clock is off by so much, and a database whose time is right; the test lets time go by. */
function machine(offMs: number) {
  const state = { elapsedMs: 5_000, trueMs: 1_000_000_000 };
  const clock = sharedClock(
    () => state.trueMs + offMs,
    () => state.elapsedMs,
  );
  const pass = (ms: number): void => {
    state.elapsedMs += ms;
    state.trueMs += ms;
  };
  const ask = (thereMs: number, backMs: number): void => {
    const askedAt = state.elapsedMs;
    pass(thereMs);
    const databaseMs = state.trueMs;
    pass(backMs);
    clock.add({ askedAt, answeredAt: state.elapsedMs, databaseMs });
  };
  return { clock, state, pass, ask };
}

describe('The clock that processes have in common', () => {
  it.each([-300_000, 0, 300_000])('is the database’s where that of the machine is off by %s ms', (offMs) => {
    const { clock, state, pass, ask } = machine(offMs);
    ask(2, 2);
    expect(Math.abs(clock.now() - state.trueMs)).toBeLessThanOrEqual(2);
    expect(Math.round(clock.offsetMs())).toEqual(0 - offMs);
    pass(3_600_000);
    expect(Math.abs(clock.now() - state.trueMs)).toBeLessThanOrEqual(2);
  });

  it('does not go back where the first answer says that the machine is ahead', () => {
    const { clock, ask } = machine(300_000);
    const before = clock.now();
    ask(1, 1);
    expect(clock.now()).toBe(before);
  });

  it('trusts the shortest of its last questions', () => {
    const { clock, state, pass, ask } = machine(0);
    ask(0, 500);
    expect(Math.abs(clock.now() - state.trueMs)).toBeGreaterThan(200);
    ask(1, 1);
    pass(10_000);
    expect(Math.abs(clock.now() - state.trueMs)).toBeLessThanOrEqual(1);
    ask(0, 900);
    pass(10_000);
    expect(Math.abs(clock.now() - state.trueMs)).toBeLessThanOrEqual(1);
  });

  it('never goes back, and is right again after a while where the database’s was set back', () => {
    const { clock, state, pass, ask } = machine(0);
    ask(1, 1);
    state.trueMs -= 60_000;
    let last = clock.now();
    for (let second = 0; second < 1200; second += 1) {
      if (second % 5 === 0) ask(1, 1);
      pass(998);
      expect(clock.now()).toBeGreaterThanOrEqual(last);
      last = clock.now();
    }
    expect(Math.abs(last - state.trueMs)).toBeLessThanOrEqual(2);
  });

  it.each([
    ['slower', -500, 900],
    ['faster', 500, 1_100],
  ])(
    'goes a tenth %s where the database’s was set by %s ms, so that it neither stands nor leaps',
    (_how, setMs, goesMs) => {
      const { clock, state, pass, ask } = machine(0);
      ask(0, 0);
      state.trueMs += setMs;
      for (let beat = 0; beat < 8; beat += 1) ask(0, 0);
      const began = clock.now();
      const passed = [1, 2, 3, 4, 5, 6].map((second) => {
        pass(1_000);
        return [second, clock.now() - began];
      });
      const whenRight = 6_000 + setMs;
      expect(passed).toEqual([
        [1, goesMs],
        [2, 2 * goesMs],
        [3, 3 * goesMs],
        [4, 4 * goesMs],
        [5, 5 * goesMs],
        [6, whenRight],
      ]);
      expect(clock.now()).toBe(state.trueMs);
    },
  );

  it('follows at once where it was far behind, and stands ahead where a test has moved it', () => {
    const { clock, state, pass, ask } = machine(0);
    ask(1, 1);
    state.trueMs += 60_000;
    for (let beat = 0; beat < 8; beat += 1) ask(0, 0);
    pass(1);
    expect(Math.abs(clock.now() - state.trueMs)).toBeLessThanOrEqual(2);
    clock.setAhead(3_600_000);
    clock.setAhead(0);
    expect(Math.abs(clock.now() - state.trueMs - 3_600_000)).toBeLessThanOrEqual(2);
  });
});
