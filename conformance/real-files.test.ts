import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { cast } from './harness/cast.ts';
import { onEachEngine } from './harness/engines.ts';
import { exampleFile } from './harness/example-file.ts';
import { firstDifference, jsonTokens, propertyBytes } from './harness/json-tokens.ts';
import { createWorld, type World } from './harness/world.ts';

const corpus = resolve(import.meta.dirname, '..', process.env.VITRINE_CORPUS ?? join('..', 'shared', 'data'));
const realFiles = [
  'radix-icons/document.json',
  'figspec/file.json',
  'figmasharp/add-figma-document-2020.rest.json',
  'figmasharp/sample-file-2018.rest.json',
  'unity-importer/layout-geometry.rest.json',
  'unity-importer/test-runner.rest.json',
  'grida-L0/stroke.json',
];

/** What an answer with everything asked for has in common with its source. */
const properties = ['document', 'components', 'componentSets', 'styles'];

/** What older files leave unsaid and answers say: the type of masks (VER-08), and required defaults. */
const implied = [
  { name: '"maskType"', said: /,"maskType":"(?:ALPHA|VECTOR)"/g },
  { name: '"scrollBehavior"', said: /,"scrollBehavior":"SCROLLS"/g },
];

function asItCame(answer: Buffer, source: Buffer): Buffer {
  const unsaid = implied.filter(({ name }) => !source.includes(name));
  const text = unsaid.reduce((shown, { said }) => shown.replaceAll(said, ''), answer.toString('latin1'));
  return Buffer.from(text, 'latin1');
}

/** Ids of all plugins that a document names, for the parameter `plugin_data`. */
function pluginsIn(document: Buffer): string[] {
  const plugins = new Set<string>(['shared']);
  const keys: string[] = [];
  let previous = '';
  let depthOfPlugins = 0;
  let depth = 0;
  for (const { kind, text } of jsonTokens(document)) {
    if (kind === 'mark' && '{['.includes(text)) {
      depth += 1;
      if (text === '{' && keys.at(-1) === 'pluginData') depthOfPlugins = depth;
    }
    if (kind === 'mark' && '}]'.includes(text)) {
      if (depth === depthOfPlugins) depthOfPlugins = 0;
      depth -= 1;
    }
    if (kind === 'mark' && text === ':') {
      keys[0] = previous;
      if (depth === depthOfPlugins) plugins.add(previous);
    }
    previous = text;
  }
  return [...plugins];
}

onEachEngine('Real files', (engine) => {
  let world: World;

  beforeAll(async () => {
    world = await createWorld(engine, cast());
  });

  const pushed = async (bytes: Buffer): Promise<string> => {
    const body = { name: 'Pushed', project: world.id('200') };
    const { key } = (await world.call('POST', '/workspace/v1/files', { as: 'alice-push', body })).json;
    const answer = await world.call('PUT', `/workspace/v1/files/${key}/content`, {
      as: 'alice-push',
      body: bytes,
      headers: { 'content-type': 'application/json' },
    });
    expect({ status: answer.status, text: answer.text.slice(0, 300) }).toMatchObject({ status: 200 });
    return `/v1/files/${key}`;
  };

  const expectEqual = (answer: Buffer, source: Buffer): void => {
    const came = asItCame(answer, source);
    for (const property of properties) {
      const given = propertyBytes(source, property) ?? Buffer.from('{}');
      const got = propertyBytes(came, property);
      expect([property, got && firstDifference(given, got)]).toEqual([property, undefined]);
    }
  };

  const everything = (source: Buffer) =>
    `?geometry=paths&plugin_data=${encodeURIComponent(pluginsIn(propertyBytes(source, 'document') as Buffer).join(','))}`;

  it('order of keys and spelling of numbers and texts come back as they were sent', async () => {
    const odd = JSON.stringify(exampleFile)
      .replaceAll(
        '"width":10',
        '"zzz":1e3,"width":10.50,"aaa":-0,"tiny":1E-7,"huge":123456789012345678901234567890',
      )
      .replace('"Grüße 👋"', '"Gr\\u00fc\\u00dfe \\ud83d\\udc4b\\/ \\u2028 \\"quoted\\" \\u0000"')
      .replaceAll(',"children"', ' ,\n\t"children"  ');
    const source = Buffer.from(odd);
    const file = await pushed(source);
    const answer = await world.get(file + everything(source));
    expectEqual(answer.bytes, source);
    expect(answer.text).toContain('123456789012345678901234567890');
    expect(answer.text).toContain('10.50');
  });

  it('a byte order mark before the file is accepted', async () => {
    const source = Buffer.from(`\ufeff${JSON.stringify(exampleFile)}`);
    const file = await pushed(source);
    expectEqual((await world.get(file + everything(source))).bytes, source);
  });

  it('an answer of Get file nodes can be pushed as well', async () => {
    const file = await pushed(Buffer.from(JSON.stringify(exampleFile)));
    const part = await world.get(`${file}/nodes?ids=1:1,2:10&geometry=paths&plugin_data=123,456,shared`);
    const copy = await pushed(part.bytes);
    const again = await world.get(`${copy}/nodes?ids=1:1,2:10&geometry=paths&plugin_data=123,456,shared`);
    for (const id of ['1:1', '2:10']) {
      expect(again.json.nodes[id].document).toEqual(part.json.nodes[id].document);
    }
  });

  const hasCorpus = existsSync(corpus);
  const note = hasCorpus ? '' : ` (left out: the folder of real design files, VITRINE_CORPUS, is absent)`;
  describe.skipIf(!hasCorpus)(`of the corpus${note}`, () => {
    it.each(realFiles)('%s comes back token for token, with everything asked for', async (name) => {
      const source = readFileSync(join(corpus, name));
      const file = await pushed(source);
      const query = everything(source);
      const answer = await world.call('GET', file + query, { headers: { 'accept-encoding': 'identity' } });
      expect(answer.status).toBe(200);
      expectEqual(answer.bytes, source);
      const decoders = { br: brotliDecompressSync, gzip: gunzipSync, zstd: zstdDecompressSync };
      for (const [encoding, decode] of Object.entries(decoders)) {
        const headers = { 'accept-encoding': encoding };
        const encoded = await world.call('GET', file + query, { headers });
        expect(encoded.headers['content-encoding']).toBe(encoding);
        expect(decode(encoded.bytes).equals(answer.bytes)).toBe(true);
      }
    });

    it('geometry that the source lacks is not invented, and none is shown by default', async () => {
      for (const name of ['figspec/file.json', 'radix-icons/document.json']) {
        const source = readFileSync(join(corpus, name));
        const file = await pushed(source);
        const count = (bytes: Buffer) =>
          bytes.toString('latin1').split(/"(?:fill|stroke)Geometry"/).length - 1;
        expect(count((await world.get(file)).bytes)).toBe(0);
        expect(count((await world.get(`${file}?geometry=paths`)).bytes)).toBe(count(source));
      }
    });
  });
});
