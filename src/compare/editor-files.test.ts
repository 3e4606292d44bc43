import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { textOfBody } from '../document/body-text.ts';
import { memorySource } from '../document/byte-source.ts';
import { compileSnapshot } from '../document/compile-snapshot.ts';
import { openSnapshot } from '../document/open-snapshot.ts';
import type { Snapshot } from '../document/snapshot.ts';
import { readRestSource } from '../import/rest/read-rest-source.ts';
import { documentWith, figDesign, nodeOf } from '../testing/fig-files.ts';
import { readFigSource } from '../testing/fig-source.ts';
import { changedProperties } from './changed-properties.ts';
import { compareDocuments } from './compare-documents.ts';

const corpus = process.env.VITRINE_CORPUS ?? join(import.meta.dirname, '../../../shared/data');
const paths = existsSync(corpus) ? globSync('*/*.{fig,deck,jam}', { cwd: corpus }).sort() : [];
const pairs = paths.filter((path) => path.startsWith('octopus-simple'));

const opened = (source: Parameters<typeof compileSnapshot>[0]): Snapshot =>
  openSnapshot(memorySource(Buffer.concat(compileSnapshot(source).chunks)));
const imported = (path: string) => opened(readFigSource(readFileSync(join(corpus, path))));

/** What answers of 2022 had not, or had where it was asked for; of `style` the name of the font's style. */
const answeredSince = new Set([
  'complexStrokeProperties',
  'interactions',
  'style',
  'fillGeometry',
  'strokeGeometry',
  'relativeTransform',
  'size',
]);

/** What becomes of a document that is answered, whole, and put in again. */
function putAgain(document: Snapshot): Snapshot {
  const answer = textOfBody(document, document.subtree(0, { geometry: true, pluginData: ['shared'] }));
  return opened(readRestSource(Buffer.from(`{"document":${answer}}`)));
}

/** Changes by node: what came and went, and which properties are others. */
function changesOf(before: Snapshot, after: Snapshot): string[] {
  return [...compareDocuments({ before, after })].flatMap((change) => {
    if (change === undefined) return [];
    if (change.kind === 'removed') return [`${before.node(change.before).id} removed`];
    const { id } = after.node(change.after);
    if (change.kind !== 'changed') return [`${id} ${change.kind}`];
    const versions = { before, after };
    return [...changedProperties(versions, change.before, change.after)].flatMap((one) =>
      one === undefined ? [] : [`${id} ${one.property}`],
    );
  });
}

test('A text that brings its glyphs is the same as one without, and no answer shows them', () => {
  const textData = {
    characters: 'A',
    glyphs: [{ commandsBlob: 0, position: { x: 0, y: 10 }, fontSize: 12 }],
  };
  const fontName = { family: 'Roboto', style: 'Regular', postscript: '' };
  const outline = Buffer.concat([Buffer.of(1), Buffer.alloc(8), Buffer.of(0)]);
  const nodes = documentWith(nodeOf('TEXT', 5, 1, { fontName, textData }));
  const document = opened(readFigSource(figDesign(nodes, { blobs: [outline] })));
  const shown = (selection: object) => textOfBody(document, document.subtree(0, selection));
  expect(shown({ glyphs: true })).toContain('"vitrineGlyphs"');
  expect(shown({ geometry: true, pluginData: ['shared', '7'] })).not.toContain('vitrineGlyphs');
  expect(changesOf(putAgain(document), document)).toEqual([]);
  expect(changesOf(document, putAgain(document))).toEqual([]);
});

describe.skipIf(paths.length === 0)(`designs of ${corpus} (skipped where the folder is absent)`, () => {
  test.each(paths)('%s differs in nothing from its own answer that is put in again', (path) => {
    const document = imported(path);
    expect(changesOf(putAgain(document), document)).toEqual([]);
  });

  test.each(pairs)('%s differs from the original’s answer of 2022 by what was not answered then', (path) => {
    const events: { event: string; data: { design?: object } }[] = JSON.parse(
      readFileSync(join(corpus, path.replace('.fig', '.rest-events.json')), 'utf8'),
    );
    const { design } = events.find(({ event }) => event === 'ready:design')!.data;
    const theirs = opened(readRestSource(Buffer.from(JSON.stringify(design))));
    const changes = changesOf(theirs, imported(path)).map((change) => change.replace(/^\S+ /, ''));
    expect(changes.filter((property) => !answeredSince.has(property))).toEqual([]);
  });
});
