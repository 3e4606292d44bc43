import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateRawSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { DocumentRefused } from '../../../document/document-refused.ts';
import { archive, innerForm } from '../../../testing/fig-files.ts';
import { openDesign } from './open-design.ts';

const packed = (content: string | Uint8Array) => deflateRawSync(Buffer.from(content));
const inner = (prelude?: string) => innerForm([packed('schema'), packed('content')], prelude);
const meta = Buffer.from('{"file_name":"Shop","exported_at":"2026-01-02T03:04:05.678Z"}');

function refusal(bytes: Uint8Array): string {
  try {
    openDesign(bytes);
  } catch (error) {
    if (error instanceof DocumentRefused) return error.message;
    throw error;
  }
  return 'taken';
}

/** A copy with the bytes at a place changed. */
function patched(bytes: Buffer, at: number, change: (copy: Buffer, at: number) => void): Buffer {
  const copy = Buffer.from(bytes);
  change(copy, at < 0 ? copy.length + at : at);
  return copy;
}

describe('A design of the editor is opened', () => {
  test.each([
    ['fig-kiwi', 'figma'],
    ['fig-jam.', 'figjam'],
    ['fig-deck', 'slides'],
    ['fig-buzz', 'buzz'],
    ['fig-site', 'sites'],
    ['fig-make', 'make'],
  ])('by its first bytes: those of %s are of the editor %s', (prelude, editorType) => {
    expect(openDesign(inner(prelude))).toMatchObject({ editorType, formatVersion: 101, name: undefined });
  });

  test('from an archive that tells sizes behind its members, with its name and images', () => {
    const hash = 'a'.repeat(40);
    const image = Buffer.from('image');
    const bytes = archive({ 'canvas.fig': inner(), 'meta.json': meta, [`images/${hash}`]: image });
    const design = openDesign(bytes);
    expect(design).toMatchObject({ name: 'Shop', exportedAt: '2026-01-02T03:04:05.678Z' });
    expect(Buffer.from(design.schema).toString()).toBe('schema');
    expect(Buffer.from(design.message).toString()).toBe('content');
    expect(design.image(hash)).toEqual(image);
    expect(design.image('b'.repeat(40))).toBeUndefined();
  });

  test('without a name where meta.json is no JSON', () => {
    const bytes = archive({ 'canvas.fig': inner(), 'meta.json': Buffer.from('{') });
    expect(openDesign(bytes).name).toBeUndefined();
  });
});

/** With the second name spelled as the first. */
const twice = (bytes: Buffer): Buffer =>
  Buffer.from(bytes.toString('latin1').replaceAll('canvas.fiG', 'canvas.fig'), 'latin1');

describe('A container that cannot be read is refused in one sentence', () => {
  const whole = archive({ 'canvas.fig': inner(), 'meta.json': meta });
  const directory = whole.readUInt32LE(whole.length - 6);
  const zeros = packed(Buffer.alloc(40 * 2 ** 20));
  test.each([
    [
      'an archive of something else',
      archive({ 'a.txt': meta }),
      'The archive holds no canvas.fig; it is no design of this kind. One of Sketch or Adobe XD: open it in the editor, and save a local copy.',
    ],
    ['an archive that was cut', whole.subarray(0, -30), 'The archive cannot be read: it ends in the middle.'],
    [
      'a directory that ends early',
      patched(whole, -12, (copy, at) => copy.writeUInt16LE(9, at)),
      'The archive cannot be read: its directory ends early.',
    ],
    [
      'too many members',
      patched(whole, -12, (copy, at) => copy.writeUInt16LE(20_001, at)),
      'The archive cannot be read: it has 20001 members; 20000 may be.',
    ],
    [
      'a member beyond the end',
      patched(whole, directory + 42, (copy, at) => copy.writeUInt32LE(1e6, at)),
      'The archive cannot be read: "canvas.fig" lies outside of it.',
    ],
    [
      'a size that lies',
      patched(whole, directory + 24, (copy, at) => copy.writeUInt32LE(7, at)),
      'The archive cannot be read: "canvas.fig" is not of the size that the directory tells.',
    ],
    [
      'a member of more than 4 GiB',
      patched(whole, directory + 24, (copy, at) => copy.writeUInt32LE(0xffffffff, at)),
      'The archive cannot be read: it is of the kind for more than 4 GiB.',
    ],
    [
      'an encrypted member',
      patched(whole, directory + 8, (copy, at) => copy.writeUInt16LE(1, at)),
      'The archive cannot be read: "canvas.fig" is encrypted.',
    ],
    [
      'a member packed in an unknown way',
      patched(whole, directory + 10, (copy, at) => copy.writeUInt16LE(99, at)),
      'The archive cannot be read: "canvas.fig" is packed in the way 99.',
    ],
    [
      'damaged bytes',
      patched(whole, 45, (copy, at) => copy.writeUInt8(copy[at]! ^ 1, at)),
      'The archive cannot be read: "canvas.fig" is damaged, its checksum differs.',
    ],
    [
      'a member that leads out of it',
      archive({ 'a/../../b': meta }),
      /"a\/\.\.\/\.\.\/b" names a place outside of it/,
    ],
    ['a member with a root', archive({ '/etc/passwd': meta }), /"\/etc\/passwd" names a place outside of it/],
    [
      'two designs in one archive',
      twice(archive({ 'canvas.fig': inner(), 'canvas.fiG': inner() })),
      'The archive cannot be read: it holds "canvas.fig" twice.',
    ],
    [
      'content that Zstandard unpacks to a thousand times its size',
      innerForm([packed('schema'), zstdCompressSync(Buffer.alloc(40 * 2 ** 20))]),
      /^The file cannot be read: the content of the design unpacks to more than 1\d,\d{3},\d{3} bytes\.$/,
    ],
    [
      'members that overlap',
      patched(whole, directory + 46 + 10 + 42, (copy, at) => copy.writeUInt32LE(0, at)),
      'The archive cannot be read: its members overlap.',
    ],
    [
      'bytes of no editor',
      archive({ 'canvas.fig': Buffer.from('something else') }),
      'The design begins with "somethin", which no editor writes.',
    ],
    ['first bytes alone', Buffer.from('fig-kiwi'), 'The design ends in the middle of its first bytes.'],
    ['a part that was cut', inner().subarray(0, -1), 'The design ends in the middle of a part, at byte 24.'],
    [
      'no content',
      innerForm([packed('schema')]),
      'The design ends in the middle: its schema or its content is missing.',
    ],
    [
      'parts that are not packed',
      innerForm([Buffer.from('schema'), packed('content')]),
      'The file cannot be read: the schema of the design is damaged and cannot be unpacked.',
    ],
    [
      'a schema that unpacks to more than it may',
      innerForm([zeros, packed('content')]),
      'The file cannot be read: the schema of the design unpacks to more than 4,194,304 bytes.',
    ],
    [
      'content that unpacks to a thousand times its size',
      innerForm([packed('schema'), zeros]),
      /^The file cannot be read: the content of the design unpacks to more than 2\d,\d{3},\d{3} bytes\.$/,
    ],
  ])('%s', (_title, bytes, sentence) => {
    expect(refusal(bytes)).toMatch(
      sentence instanceof RegExp ? sentence : new RegExp(`^${escaped(sentence)}$`),
    );
  });
});

const corpus = process.env.VITRINE_CORPUS ?? join(import.meta.dirname, '../../../../../shared/data');

describe.skipIf(!existsSync(corpus))('A real file that was cut is refused in one sentence', () => {
  test.each([
    'open-pencil/gold-preview.fig',
    'fig2sketch/google_material_design.fig',
    'openfig/svg-deck.deck',
  ])('at every thousandth byte: %s', (path) => {
    const bytes = readFileSync(join(corpus, path));
    const sentences = new Set<string>();
    for (let end = 0; end < bytes.length; end += 1000) sentences.add(refusal(bytes.subarray(0, end)));
    expect([...sentences].filter((sentence) => !/^The (archive|design|file) .*\.$/.test(sentence))).toEqual(
      [],
    );
  });
});

const escaped = (sentence: string) => sentence.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
