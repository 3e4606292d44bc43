import { describe, expect, it } from 'vitest';
import { BadSignature, signingKeyOf, signMessage, verifyMessage } from './signature.ts';

const key = 'whsec_YW4gZXhhbXBsZSBrZXkgb2YgdGhpcnR5LXR3byBieSE=';
const nextKey = 'whsec_YW5vdGhlciBrZXkgdGhhdCBpcyByb3RhdGVkIGluLi4=';
const message = { id: 'evt_27', timestampSeconds: 1767225600, body: '{"event_type":"PING"}' };
/** Made with the command line of OpenSSL. */
const byKey = 'v1,VNvz3E7eIK1TI9WIOecfxovmHS24hdi1hqt2KPH3GrA=';
const byNextKey = 'v1,vcHprChWxkzjpr/Qazu3Of8hW4Y6pZoJpBaeyUCliIk=';
const now = { nowSeconds: message.timestampSeconds };
const verify = (changed: Record<string, string | undefined> = {}, body = message.body, keys = [key]) =>
  verifyMessage({ ...signMessage(message, [key]), ...changed }, body, keys, now);

describe('signing', () => {
  it('gives the same signature as OpenSSL', () => {
    expect(signMessage(message, [key])).toEqual({
      'webhook-id': 'evt_27',
      'webhook-timestamp': '1767225600',
      'webhook-signature': byKey,
    });
  });

  it('signs bytes as it signs the text they encode', () => {
    const body = Buffer.from(message.body);
    expect(signMessage({ ...message, body }, [key])['webhook-signature']).toBe(byKey);
  });

  it('signs with every key while keys change', () => {
    expect(signMessage(message, [nextKey, key])['webhook-signature']).toBe(`${byNextKey} ${byKey}`);
  });

  it('prints keys that can be used for signing', () => {
    expect(signingKeyOf(Buffer.from('an example key of thirty-two by!'))).toBe(key);
  });

  it.each(['whsec_', 'whsec_AAAA', 'whsec_****', key.slice(6), `whsec_${'A'.repeat(88)}`, ''])(
    'refuses the key "%s" without quoting it',
    (bad) => {
      const sign = (): unknown => signMessage(message, [bad]);
      expect(sign).toThrow(BadSignature);
      if (bad !== '' && bad !== 'whsec_') expect(sign).not.toThrow(bad);
    },
  );

  it.each(['', 'a.b', 'a b', 'ä', 'a\n'])('refuses the id "%s"', (id) => {
    expect(() => signMessage({ ...message, id }, [key])).toThrow(BadSignature);
  });

  it.each([-1, 1.5, Number.NaN])('refuses the time %d', (timestampSeconds) => {
    expect(() => signMessage({ ...message, timestampSeconds }, [key])).toThrow(BadSignature);
  });

  it('refuses to sign without a key, and keys of a wrong size', () => {
    expect(() => signMessage(message, [])).toThrow(BadSignature);
    expect(() => signingKeyOf(Buffer.alloc(23))).toThrow(BadSignature);
    expect(() => signingKeyOf(Buffer.alloc(65))).toThrow(BadSignature);
  });
});

describe('verifying', () => {
  it('accepts what was signed, with the old key and with the new one', () => {
    const headers = signMessage(message, [nextKey, key]);
    for (const keys of [[key], [nextKey], [`whsec_${'A'.repeat(32)}`, key]]) {
      expect(verifyMessage(headers, message.body, keys, now)).toEqual({ valid: true });
    }
  });

  it('ignores signatures of other schemes', () => {
    expect(verify({ 'webhook-signature': `v1a,AAAA v2,AAAA ${byKey}` })).toEqual({ valid: true });
    expect(verify({ 'webhook-signature': byKey.replace('v1,', 'v1a,') }).valid).toBe(false);
  });

  it.each([
    ['another body', {}, '{"event_type":"PONG"}'],
    ['another id', { 'webhook-id': 'evt_28' }, message.body],
    ['another time', { 'webhook-timestamp': '1767225601' }, message.body],
    ['another signature', { 'webhook-signature': byNextKey }, message.body],
    ['half a signature', { 'webhook-signature': byKey.slice(0, 20) }, message.body],
    ['an empty signature', { 'webhook-signature': 'v1,' }, message.body],
    ['no scheme', { 'webhook-signature': byKey.slice(3) }, message.body],
    ['no signature', { 'webhook-signature': undefined }, message.body],
    ['no id', { 'webhook-id': undefined }, message.body],
    ['no time', { 'webhook-timestamp': undefined }, message.body],
    ['a time in words', { 'webhook-timestamp': 'today' }, message.body],
    [
      'a signature behind sixteen others',
      { 'webhook-signature': 'v1,AAAA '.repeat(16) + byKey },
      message.body,
    ],
  ])('refuses %s', (_title, changed, body) => {
    expect(verify(changed, body).valid).toBe(false);
  });

  it('refuses another key', () => expect(verify({}, message.body, [nextKey]).valid).toBe(false));

  it.each([
    [300, true],
    [-300, true],
    [301, false],
    [-301, false],
  ])('accepts a message that is %i s old: %s', (ageSeconds, valid) => {
    const nowSeconds = message.timestampSeconds + ageSeconds;
    expect(verifyMessage(signMessage(message, [key]), message.body, [key], { nowSeconds }).valid).toBe(valid);
  });
});
