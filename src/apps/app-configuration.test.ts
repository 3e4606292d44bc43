import { expect, test } from 'vitest';
import { onePixelPng } from '../testing/cast.ts';
import { changedConfiguration, newConfiguration } from './app-configuration.ts';

const withLogo = (type: string, bytes: Buffer) =>
  changedConfiguration(newConfiguration('App'), {
    logo: `data:image/${type};base64,${bytes.toString('base64')}`,
  });

/** A part of a PNG that nobody needs; its sum is not looked at. */
function text(length: number): Buffer {
  const chunk = Buffer.alloc(length + 12, 'a');
  chunk.writeUInt32BE(length);
  chunk.write('tEXt', 4, 'latin1');
  return chunk;
}

const [signatureAndHeader, rest] = [onePixelPng.subarray(0, 33), onePixelPng.subarray(33)];

test.each([
  ['small', onePixelPng],
  ['with words before its pixels', Buffer.concat([signatureAndHeader, text(20_000), rest])],
])('a logo that is a PNG, %s, is accepted', async (_title, bytes) => {
  expect((await withLogo('png', bytes)).logo).toContain('image/png');
});

test('a logo is judged by its first bytes alone, whatever these say of what follows', async () => {
  const tag = Buffer.from([0x49, 0x44, 0x33, 3, 0, 0, 0, 0, 78, 16]);
  const hidden = Buffer.concat([tag, Buffer.alloc(10_000), onePixelPng]);
  await expect(withLogo('png', hidden)).rejects.toThrow('The logo is not an image of the type it says.');
});

test('a logo of another type than it says is refused', async () => {
  await expect(withLogo('jpeg', onePixelPng)).rejects.toThrow(
    'The logo is not an image of the type it says.',
  );
});

test.each([
  ['\u3164', 'A name is missing.'],
  ['App\ud83d', 'The name holds half of a character.'],
  ['App\u200b', 'The name of the app holds U+200B, which cannot be seen.'],
])('an app is not called %j', async (name, words) => {
  await expect(changedConfiguration(newConfiguration('App'), { name })).rejects.toThrow(words);
});

test.each([
  [{ description: 'a\ufffe' }, 'The description of the app holds U+FFFE, which is no character.'],
  [
    { testing_instructions: { steps: 'Open\u001b[2J' } },
    'The text of the steps for who reviews the app holds the control character U+001B.',
  ],
  [
    { testing_instructions: { steps: 'Open', trial: 'As\u{e0041}' } },
    'The text of the trial for who reviews the app holds U+E0041, a tag that nobody sees.',
  ],
  [
    { testing_instructions: { steps: 'Open', video_url: 'https://a.example/\nb' } },
    'The address of the video for who reviews the app holds a line break.',
  ],
])('an app does not say %j', async (changes, words) => {
  await expect(changedConfiguration(newConfiguration('App'), changes)).rejects.toThrow(words);
});

test('an app that said unfit things before is changed otherwise', async () => {
  const before = { ...newConfiguration('App'), testing_instructions: { steps: 'Open\u001b' } };
  expect((await changedConfiguration(before, { description: 'Good' })).description).toBe('Good');
});
