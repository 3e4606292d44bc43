import { describe, expect, it } from 'vitest';
import { signInThrottle } from './sign-in-throttle.ts';

const guess = (email: string, ipAddress = '192.0.2.1') => ({ email, ipAddress });

/** Guesses until it is refused; answers how often it was not, and how long to wait. */
function guessOn(
  throttle: ReturnType<typeof signInThrottle>,
  next: (count: number) => Parameters<typeof throttle.take>[0],
) {
  for (let count = 0; count < 1000; count += 1) {
    const wait = throttle.take(next(count));
    if (wait !== undefined) return { count, wait };
  }
  return undefined;
}

describe('guesses at passwords', () => {
  it('are five for an account from one address, then one a minute', () => {
    let now = 1_000_000;
    const throttle = signInThrottle(() => now);
    expect(guessOn(throttle, () => guess('Alice@example.com'))).toEqual({ count: 5, wait: 60 });
    now += 59_999;
    expect(throttle.take(guess('alice@example.com'))).toBe(1);
    now += 1;
    expect(throttle.take(guess('alice@example.com'))).toBeUndefined();
    expect(throttle.take(guess('alice@example.com'))).toBe(60);
  });

  it('from elsewhere leave the owner their own tries', () => {
    const throttle = signInThrottle(() => 0);
    guessOn(throttle, () => guess('alice@example.com'));
    expect(throttle.take(guess('alice@example.com', '192.0.2.2'))).toBeUndefined();
  });

  it('at one account are limited from however many addresses', () => {
    const throttle = signInThrottle(() => 0);
    const refused = guessOn(throttle, (count) => guess('alice@example.com', `10.0.${count}.1`));
    expect(refused).toEqual({ count: 100, wait: 30 });
  });

  it('at one account by eleven strangers leave tries to everybody else', () => {
    const throttle = signInThrottle(() => 0);
    for (let stranger = 0; stranger < 11; stranger += 1)
      guessOn(throttle, () => guess('alice@example.com', `10.0.${stranger}.1`));
    expect(throttle.take(guess('alice@example.com', '192.0.2.2'))).toBeUndefined();
  });

  it('from one address are limited at however many accounts', () => {
    const throttle = signInThrottle(() => 0);
    expect(guessOn(throttle, (count) => guess(`${count}@example.com`))).toEqual({ count: 50, wait: 10 });
  });

  it('from one network of IPv6 count as from one address', () => {
    const throttle = signInThrottle(() => 0);
    const refused = guessOn(throttle, (count) => guess(`${count}@a.example`, `2001:db8:1:2:${count}::1`));
    expect(refused?.count).toBe(50);
  });

  it.each([
    (count: number) => `2001:db8::${count}:1`,
    (count: number) => `2001:db8:0:0:${count}::`,
    (count: number) => `2001:db8:0:0:1:2:${count}:4`,
    (count: number) => `fe80::${count}`,
  ])('from one network of IPv6 count so, however the address is shortened: %s', (addressOf) => {
    const throttle = signInThrottle(() => 0);
    const refused = guessOn(throttle, (count) => guess(`${count}@a.example`, addressOf(count)));
    expect(refused?.count).toBe(50);
  });

  it('from another network of IPv6 count apart', () => {
    const throttle = signInThrottle(() => 0);
    guessOn(throttle, (count) => guess(`${count}@a.example`, `2001:db8::${count}`));
    expect(throttle.take(guess('b@a.example', '2001:db8:1::1'))).toBeUndefined();
  });

  it('at spellings of the same account count together, at other accounts apart', () => {
    const throttle = signInThrottle(() => 0);
    const one = [' kim@example.com', 'KIM@EXAMPLE.COM', 'kim@example.com\u00a0'];
    expect(guessOn(throttle, (count) => guess(one[count % 3] as string))?.count).toBe(5);
    // U+212A is no K: it stands for another account here as where accounts are looked up.
    expect(throttle.take(guess('\u212aim@example.com'))).toBeUndefined();
  });

  it('that were right are not counted', () => {
    const throttle = signInThrottle(() => 0);
    for (let count = 0; count < 100; count += 1) {
      expect(throttle.take(guess('alice@example.com'))).toBeUndefined();
      throttle.giveBack(guess('alice@example.com'));
    }
  });
});
