import { describe, expect, test } from 'vitest';
import { userIdOf } from '../contract/branded-ids.ts';
import { addressSigner, anyone, expiryAfter, expiryOf } from './signed-address.ts';

const signer = addressSigner(() => ['secret of this installation']);
const path = '/image-fills/abc/ref';

function partsOf(address: string): { expires: string; signature: string } {
  const query = new URLSearchParams(address.split('?')[1]);
  return { expires: query.get('expires') ?? '', signature: query.get('signature') ?? '' };
}

/** The two lowest bits of the last letter stand for nothing. */
function otherSpelling(signature: string): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  return signature.slice(0, -1) + letters[letters.indexOf(signature.at(-1) as string) + 1];
}

describe('a signed address', () => {
  const { expires, signature } = partsOf(signer.sign(path, 1_700_000_000));

  test('is accepted as it was signed', () => expect(signer.verify(path, expires, signature)).toBe(true));

  test.each([
    ['another path', `${path}2`, expires, signature],
    ['a later expiry', path, '1800000000', signature],
    ['no signature', path, expires, ''],
    ['a cut signature', path, expires, signature.slice(0, -2)],
    ['padding', path, expires, `${signature}=`],
    ['another last letter that stands for the same bytes', path, expires, otherSpelling(signature)],
    ['letters that are no signature', path, expires, '!!!!'],
  ])('is refused with %s', (_title, otherPath, otherExpires, otherSignature) => {
    expect(signer.verify(otherPath, otherExpires, otherSignature)).toBe(false);
  });

  test('of another installation is refused', () => {
    expect(addressSigner(() => ['another secret']).verify(path, expires, signature)).toBe(false);
  });
});

describe('an address that was signed for a person', () => {
  const holder = userIdOf('12');
  const { signature } = partsOf(signer.sign(path, { holder }));

  test('is accepted for them alone, and not as one that ends', () => {
    expect(signer.verify(path, { holder }, signature)).toBe(true);
    for (const term of [{ holder: '13' }, { holder: anyone }, '12', 'never', `for=${holder}2`])
      expect(signer.verify(path, term, signature)).toBe(false);
  });
});

describe('[FILL-04] an address expires', () => {
  const day = 24 * 3600;

  test.each([0, 1, 86_399_999, 1_763_683_200_123])('within 14 days and not before 13, made at %i', (now) => {
    const lifeSeconds = expiryOf(now, 14) - now / 1000;
    expect(lifeSeconds).toBeLessThanOrEqual(14 * day);
    expect(lifeSeconds).toBeGreaterThan(13 * day - 1);
  });

  test('at the same moment for all that ask within a day, so that caches work', () => {
    const noon = Date.UTC(2026, 10, 21, 12);
    expect(expiryOf(noon, 14)).toBe(expiryOf(noon + 3_600_000, 14));
  });

  test('within a shorter life where one is set', () => {
    const now = Date.UTC(2026, 10, 21, 12, 34, 56);
    expect(expiryOf(now, 0.5) - now / 1000).toBeLessThanOrEqual(day / 2);
  });
});

describe('[IMG-20, LIM-10] an address that lives for 30 days', () => {
  const anHour = 1 / 720;

  test.each([0, 1, 86_399_999, 1_763_683_200_123])('ends no second before, made at %i', (now) => {
    const lifeSeconds = expiryAfter(now, 30, anHour) - now / 1000;
    expect(lifeSeconds).toBeGreaterThanOrEqual(30 * 24 * 3600);
    expect(lifeSeconds).toBeLessThanOrEqual(30 * 24 * 3600 + 3600);
  });

  test('ends at the same moment for all that ask within an hour', () => {
    const noon = Date.UTC(2026, 10, 21, 12, 0, 1);
    expect(expiryAfter(noon, 30, anHour)).toBe(expiryAfter(noon + 3_598_000, 30, anHour));
  });
});
