import { describe, expect, it } from 'vitest';
import { keyOf, libraryContent } from '../../conformance/harness/library-file.ts';
import { memorySource } from '../document/byte-source.ts';
import { compileSnapshot } from '../document/compile-snapshot.ts';
import { openSnapshot } from '../document/open-snapshot.ts';
import { atOnce } from '../document/run-at-once.ts';
import type { Snapshot } from '../document/snapshot.ts';
import { readRestSource } from '../import/rest/read-rest-source.ts';
import { libraryAssets } from './library-assets.ts';
import { libraryUses } from './library-uses.ts';

function open(json: string): Snapshot {
  const { chunks } = compileSnapshot(readRestSource(Buffer.from(json)));
  return openSnapshot(memorySource(Buffer.concat([...chunks])));
}

/** Nodes on a page, with maps beside them. */
const documentOf = (nodes: string, maps: object) =>
  open(
    `{"document":{"id":"0:0","type":"DOCUMENT","children":[{"id":"0:1","type":"CANVAS","children":[${nodes}]}]},` +
      `${JSON.stringify(maps).slice(1)}`,
  );
const component = '{"id":"1:1","type":"COMPONENT","children":[]}';
const namesOf = (snapshot: Snapshot) => atOnce(libraryAssets(snapshot)).map(({ key, name }) => [key, name]);

describe('The assets of a document', () => {
  it('have another hash when what they show changed, and the same where it did not', () => {
    const hashes = (options: object) =>
      Object.fromEntries(
        atOnce(libraryAssets(open(JSON.stringify(libraryContent(options))))).map(({ key, hash }) => [
          key,
          hash,
        ]),
      );
    const before = hashes({});
    const inked = hashes({ ink: { r: 0, g: 1, b: 0, a: 1 } });
    expect(hashes({})).toEqual(before);
    expect({ ...inked, [keyOf('Ink')]: before[keyOf('Ink')] }).toEqual(before);
    expect(inked[keyOf('Ink')]).not.toBe(before[keyOf('Ink')]);
  });

  it.each([
    ['nothing', null],
    ['a number', 7],
    ['a list', []],
    ['no key', { name: 'A' }],
    ['a key that is a number', { key: 7 }],
    ['an empty key', { key: '' }],
    ['a key with a space', { key: 'a b' }],
    ['a very long key', { key: 'a'.repeat(129) }],
    ['what another library owns', { key: 'a', remote: true }],
  ])('leave out an entry that is %s', (_case, entry) => {
    const styles = { '2:1': entry, '2:2': { key: 'ink', name: 'Ink', styleType: 'FILL' } };
    const snapshot = documentOf(component, { components: { '1:1': entry }, styles });
    expect(namesOf(snapshot)).toEqual([['ink', 'Ink']]);
  });

  it('leave out components that are nowhere, and styles of no type', () => {
    const components = { '1:1': { key: 'here', name: 'Here' }, '1:2': { key: 'gone', name: 'Gone' } };
    const styles = { '2:1': { key: 'odd', name: 'Odd', styleType: 'SOUND' } };
    expect(namesOf(documentOf(component, { components, styles }))).toEqual([['here', 'Here']]);
  });

  it('have names without the character that databases refuse, and no name where it is no text', () => {
    const components = { '1:1': { key: 'a', name: 'A\0B', description: 7 } };
    expect(atOnce(libraryAssets(documentOf(component, { components })))).toMatchObject([
      { name: 'AB', description: '' },
    ]);
  });

  it('are one for each key, the last', () => {
    const styles = {
      '2:1': { key: 'ink', name: 'First', styleType: 'FILL' },
      '2:2': { key: 'ink', name: 'Last', styleType: 'FILL' },
    };
    expect(namesOf(documentOf(component, { styles }))).toEqual([['ink', 'Last']]);
  });

  it('may have values that are nested very deeply', () => {
    const depth = 5000;
    const fills = `${'['.repeat(depth)}${']'.repeat(depth)}`;
    const user = `{"id":"1:2","type":"RECTANGLE","fills":${fills},"styles":{"fill":"2:1"}}`;
    const styles = { '2:1': { key: 'ink', name: 'Ink', styleType: 'FILL' } };
    expect(namesOf(documentOf(user, { styles }))).toEqual([['ink', 'Ink']]);
  });

  it.each(['null', '7', '[]', '{"r":"1","g":0,"b":0}', '{"r":2,"g":0,"b":0}'])(
    'say no background where a frame has %s for one',
    (background) => {
      const frame = `{"id":"1:9","type":"FRAME","backgroundColor":${background},"children":[${component}]}`;
      const [asset] = atOnce(
        libraryAssets(documentOf(frame, { components: { '1:1': { key: 'a', name: 'A' } } })),
      );
      expect(asset?.frame).toEqual({ nodeId: '1:9', name: '', pageId: '0:1', pageName: '' });
    },
  );
});

describe('What a document uses of libraries', () => {
  it('leaves out its own, malformed entries, and what instances contain', () => {
    const inner = '{"id":"I1:2;1:3","type":"INSTANCE","componentId":"9:1","styles":{"fill":"2:1"}}';
    const instance = `{"id":"1:2","type":"INSTANCE","componentId":"9:1","children":[${inner}]}`;
    const own = '{"id":"1:4","type":"INSTANCE","componentId":"1:1"}';
    const components = {
      '1:1': { key: 'own', remote: false },
      '9:1': { key: 'icon', remote: true },
      '9:2': { key: 7, remote: true },
    };
    const styles = { '2:1': { key: 'ink', remote: true } };
    const snapshot = documentOf(`${component},${instance},${own}`, { components, styles });
    expect(atOnce(libraryUses(snapshot))).toEqual([{ kind: 'component', key: 'icon', uses: 1 }]);
  });

  it('counts a node bound to a variable of a library once, however often it names it', () => {
    const alias = (id: string) => JSON.stringify({ type: 'VARIABLE_ALIAS', id });
    const nodes = [alias('VariableID:abc/1:2'), alias('VariableID:1:2'), alias('VariableID:/1:2')].map(
      (text, index) =>
        `{"id":"1:${index}","type":"FRAME","boundVariables":{"opacity":${text},"itemSpacing":${text}}}`,
    );
    expect(atOnce(libraryUses(documentOf(nodes.join(), { components: {} })))).toEqual([
      { kind: 'variable', key: 'abc', uses: 1 },
    ]);
  });
});
