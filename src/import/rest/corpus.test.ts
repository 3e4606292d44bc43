import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from 'vitest';
import { exactNodeId } from '../../contract/branded-ids.ts';
import { memorySource } from '../../document/byte-source.ts';
import { compileSnapshot } from '../../document/compile-snapshot.ts';
import { openSnapshot } from '../../document/open-snapshot.ts';
import type { Body } from '../../document/selection.ts';
import type { Snapshot } from '../../document/snapshot.ts';
import { assemble } from '../../testing/assemble-body.ts';
import { tokenDifference } from '../../testing/json-tokens.ts';
import { readRestSource } from './read-rest-source.ts';

const corpus = process.env.VITRINE_CORPUS ?? join(import.meta.dirname, '../../../../shared/data');
const patterns = [
  '*/*.rest.json',
  '{figspec,grida-L0,radix-icons}/*.json',
  'ffa-screens/*/node.json',
  'vincegx/*/node*.json',
];
const paths = existsSync(corpus) ? globSync(patterns, { cwd: corpus }).sort() : [];
const plugins = ['shared'];

interface PlainNode {
  id: string;
  type: string;
  children?: PlainNode[];
  [key: string]: unknown;
}

interface OpenFile {
  readonly source: Buffer;
  readonly snapshot: Snapshot;
  readonly warnings: number;
  readonly read: (body: Body) => Buffer;
}

function open(path: string): OpenFile {
  const source = readFileSync(join(corpus, path));
  const { chunks, report } = compileSnapshot(readRestSource(source));
  const snapshot = openSnapshot(memorySource(Buffer.concat(chunks)));
  const read = (body: Body) => withoutImplied(Buffer.concat([...assemble(body, snapshot.source)]));
  return { source: withoutImplied(source), snapshot, read, warnings: report.warnings.length };
}

/** Without what a file may leave unsaid and answers say. @see VER-08, VER-09 */
function withoutImplied(text: Buffer): Buffer {
  const implied =
    /,\s*"(?:maskType"\s*:\s*"(?:ALPHA|VECTOR)"|preserveRatio"\s*:\s*true|scrollBehavior"\s*:\s*"SCROLLS")/g;
  return Buffer.from(text.toString('latin1').replaceAll(implied, ''), 'latin1');
}

const parse = (bytes: Buffer) => JSON.parse(bytes.toString().replace(/^\ufeff/, ''));

const hidden = [
  'fillGeometry',
  'strokeGeometry',
  'relativeTransform',
  'size',
  'vectorNetwork',
  'pluginData',
  'sharedPluginData',
];

/** The node as the default answer shows it, levels below it limited. */
function bare(node: PlainNode, depth = Number.POSITIVE_INFINITY): PlainNode {
  const shown = Object.entries(node).filter(([key]) => !hidden.includes(key));
  const children = depth > 0 ? node.children?.map((child) => bare(child, depth - 1)) : [];
  return { ...Object.fromEntries(shown), ...(node.children && { children }) } as PlainNode;
}

const all = (node: PlainNode): PlainNode[] => [node, ...(node.children ?? []).flatMap(all)];

describe.skipIf(paths.length === 0)(`real files of ${corpus} (skipped where the folder is absent)`, () => {
  test('are there in number', () => {
    expect(paths.length).toBeGreaterThan(24);
  });

  test.each(paths)('%s comes back token for token when everything is asked for', (path) => {
    const { source, snapshot, read } = open(path);
    const plain = parse(source);
    const shown = read(snapshot.file({ geometry: true, pluginData: plugins }));
    const answer = parse(Buffer.concat([shown, Buffer.from('}')]));
    const roots: PlainNode[] = plain.nodes
      ? Object.values<{ document: PlainNode }>(plain.nodes).map((entry) => entry.document)
      : [plain.document ?? plain];
    for (const root of roots) {
      const row = snapshot.find(exactNodeId(root.id))!;
      const tree = read(snapshot.subtree(row, { geometry: true, pluginData: plugins }));
      expect(tokenDifference(tree, originalText(source, root))).toBeUndefined();
    }
    if (plain.document) {
      for (const name of ['components', 'componentSets', 'styles']) {
        expect(Object.entries(answer[name])).toEqual(Object.entries(plain[name] ?? {}));
      }
      expect(isDeepStrictEqual(answer.document, plain.document)).toBe(true);
    }
  });

  test.each(paths)('%s shows neither vector data nor plugin data by default', (path) => {
    const { source, snapshot, read } = open(path);
    const plain = parse(source);
    if (!plain.document) return;
    const answer = parse(Buffer.concat([read(snapshot.file({})), Buffer.from('}')]));
    expect(isDeepStrictEqual(answer.document, bare(plain.document))).toBe(true);
    expect(snapshot.file({}).nodeCount).toBe(all(plain.document).length);
  });

  test.each(paths)('%s gives each node alone, with its children and with its maps', (path) => {
    const { source, snapshot, read } = open(path);
    const plain = parse(source);
    if (!plain.document) return;
    const nodes = all(plain.document).slice(0, 500);
    const answer = parse(
      read(
        snapshot.nodes(
          nodes.map((node) => exactNodeId(node.id)),
          { depth: 1 },
        ),
      ),
    );
    for (const node of nodes) {
      expect(isDeepStrictEqual(answer[node.id].document, bare(node, 1))).toBe(true);
      if (typeof node.componentId !== 'string') continue;
      expect(answer[node.id].components[node.componentId]).toEqual(plain.components[node.componentId]);
    }
  });

  test('are understood: no node type of them is unknown', () => {
    for (const path of paths.filter((path) => !path.includes('node')))
      expect([path, open(path).warnings]).toEqual([path, 0]);
  });
});

/** The bytes of a root in its file: a bare node is the file itself, any other stands behind `"document":`. */
function originalText(source: Buffer, root: PlainNode): Buffer {
  const bare = parse(source).id === root.id;
  const text = bare ? source : source.subarray(source.indexOf('"document"') + '"document"'.length);
  const start = text.indexOf('{');
  return text.subarray(start, start + objectLength(text.subarray(start)));
}

/** Counts brackets outside strings. */
function objectLength(text: Buffer): number {
  let levels = 0;
  for (let at = 0; ; at++) {
    if (text[at] === 0x22) for (at++; text[at] !== 0x22; at++) if (text[at] === 0x5c) at++;
    if (text[at] === 0x7b) levels++;
    if (text[at] === 0x7d && --levels === 0) return at + 1;
  }
}
