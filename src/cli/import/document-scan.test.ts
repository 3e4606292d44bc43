import { describe, expect, it } from 'vitest';
import { type ScannedDocument, scanDocument } from './document-scan.ts';

async function scan(text: string | Uint8Array, chunkBytes = 1 << 20): Promise<ScannedDocument> {
  const bytes = Buffer.from(text as string);
  async function* chunks() {
    for (let start = 0; start < bytes.length; start += chunkBytes)
      yield bytes.subarray(start, start + chunkBytes);
  }
  return scanDocument(chunks());
}

describe('scanDocument', () => {
  it('finds the name at the top level and no other', async () => {
    const text =
      '{"document":{"name":"Document","children":[{"name":"Page"}]},"x":["name","y"],"name":"Landing"}';
    expect((await scan(text)).name).toBe('Landing');
  });

  it.each([
    ['a byte order mark and white space', '\ufeff \n{ "name" :\t"A" }', 'A'],
    ['escapes', String.raw`{"a\"name":"no","name":"\u00e9 \"b\" \\"}`, 'é "b" \\'],
    ['a value that is the word itself', '{"x":"name","y":"z","name":"n"}', 'n'],
    ['brackets in text', '{"x":"}]{[","name":"n"}', 'n'],
    ['no name', '{"document":{"name":"d"}}', undefined],
    ['a name that is no text', '{"name":5,"x":"y"}', undefined],
    ['an array', '[{"name":"x"}]', undefined],
    ['other formats', 'PK\u0003\u0004{"name":"x"}', undefined],
    ['nothing', '', undefined],
  ])('copes with %s', async (_title, text, name) => {
    expect((await scan(text)).name).toBe(name);
  });

  it('collects the references of image fills at any depth, each once', async () => {
    const text =
      '{"a":[{"imageRef":"r1","gifRef":"g1"},{"imageRef":"r1","deep":{"imageRef":"r2"}}],"imageRef":null}';
    expect([...(await scan(text)).imageRefs].sort()).toEqual(['g1', 'r1', 'r2']);
  });

  it('finds the same however the bytes are cut', async () => {
    const text = String.raw`{"x":"\\\"","d":{"imageRef":"röf","n":-1.5e3,"t":true},"name":"Grüße \ud83d\ude00 …"}`;
    const whole = await scan(text);
    expect(whole).toEqual({ name: 'Grüße 😀 …', imageRefs: new Set(['röf']) });
    for (let chunkBytes = 1; chunkBytes < text.length; chunkBytes += 1)
      expect(await scan(text, chunkBytes)).toEqual(whole);
  });

  it('passes over long text, also where a chunk ends in it', async () => {
    const text = `{"imageRef":"${'x'.repeat(3000)}","name":"n"}`;
    expect(await scan(text, 700)).toEqual({ name: 'n', imageRefs: new Set() });
  });
});
