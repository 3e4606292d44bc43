import { createHash } from 'node:crypto';
import type { Conversion, ConversionPlaces } from '../conversion.ts';
import type { Answering, Members } from './answer/answering.ts';
import { componentEntry, setEntry, setOf } from './answer/components.ts';
import { mostGlyphCharacters } from './answer/glyphs.ts';
import { tellLeftNodes } from './answer/left-nodes.ts';
import { modeIds } from './answer/mode-ids.ts';
import { styleEntry } from './answer/styles.ts';
import { mostAnswerBytes, TextWriter } from './answer/text-writer.ts';
import { DocumentWriter } from './answer/tree.ts';
import { variablesAnswer, variablesOf } from './answer/variables.ts';
import { type OpenDesign, openDesign } from './container/open-design.ts';
import { Expansion, expansionLimits } from './instances/expand.ts';
import { refuseUnfolding } from './instances/refuse-unfolding.ts';
import { Blobs } from './message/blobs.ts';
import { Effort, mostValues } from './message/effort.ts';
import { guidText } from './message/guids.ts';
import { ImageFills } from './message/image-fills.ts';
import { ImportReport } from './message/import-report.ts';
import { indexNodes } from './message/node-index.ts';
import { type OpenMessage, openMessage } from './message/open-message.ts';
import type { NodeHead } from './message/wanted-heads.ts';

/**
 * Converts a file of the editor: design, board or slides. `fileKey` is the key of the file that it is for, which keys of
 * its own things are made of; without one they are made of its pages.
 *
 * @throws DocumentRefused
 * @see docs/decisions/0040-fig-files.md
 */
export function convertFig(
  bytes: Uint8Array,
  { out, aside }: ConversionPlaces,
  fileKey?: string,
): Conversion {
  const design = openDesign(bytes);
  const report = new ImportReport();
  const effort = new Effort(mostValues(bytes.length));
  const mostNodes = expansionLimits(bytes.length).nodes;
  const message = openMessage(design, { report, effort, mostNodes, aside });

  const images = new ImageFills(design, message.blobBytes, report);
  const file = answering(message, { images, report, effort, sizeBytes: bytes.length }, fileKey);
  const answer = new TextWriter(mostAnswerBytes(bytes.length), out);
  const { shown, devStatuses } = writeAnswer(answer, design, file);
  tellLeftNodes(shown, file);
  file.expansion.tellUnreached();
  const companions = {
    images: images.found(file.used.imageRefs),
    variables: variablesWithin(design, file),
    devStatuses: devStatuses.found(),
  };
  return { changedAt: changeOf(design, message), companions, warnings: report.warnings() };
}

function writeAnswer(out: TextWriter, { editorType, name }: OpenDesign, file: Answering): DocumentWriter {
  const document = new DocumentWriter(file, out);
  out.write(`${JSON.stringify({ editorType, name }).slice(0, -1)},"document":`);
  document.write();
  const { components, componentSets, styles } = mapsOf(file);
  writeMap(out, 'components', components);
  writeMap(out, 'componentSets', componentSets);
  writeMap(out, 'styles', styles);
  out.write('}');
  out.end();
  return document;
}

function writeMap(out: TextWriter, name: string, entries: Iterable<readonly [id: string, Members]>): void {
  out.write(`,"${name}":{`);
  let isFirst = true;
  for (const [id, entry] of entries) {
    out.write(`${isFirst ? '' : ','}${JSON.stringify(id)}:${JSON.stringify(entry)}`);
    isFirst = false;
  }
  out.write('}');
}

/** Designs alone have variables in answers: those of boards and slides, which their themes are made of, stay behind. */
function variablesWithin({ editorType }: OpenDesign, file: Answering): Uint8Array | undefined {
  const variables = variablesOf(file);
  if (variables === undefined) return undefined;
  if (editorType === 'figma') return variablesAnswer(variables, file.report);
  file.report.warn('The variables of boards and slides are left out: the interface knows none of them.');
  return undefined;
}

interface Reading {
  readonly images: ImageFills;
  readonly report: ImportReport;
  readonly effort: Effort;
  readonly sizeBytes: number;
}

function answering(
  message: OpenMessage,
  { images, report, effort, sizeBytes }: Reading,
  fileKey: string | undefined,
): Answering {
  const index = indexNodes(message, report);
  const limits = expansionLimits(sizeBytes);
  refuseUnfolding(index, limits, mostValues(sizeBytes));
  return {
    index,
    report,
    effort,
    modeIdOf: modeIds(index, report),
    blobs: new Blobs(message.blobBytes, effort),
    expansion: new Expansion(index, report, limits, effort),
    localKey: keyMaker(fileKey ?? identityOf(message)),
    imageRefOfBlob: (blob) => images.referenceOfBlob(blob),
    left: { glyphCharacters: mostGlyphCharacters(sizeBytes) },
    used: { components: new Set(), styles: new Set(), imageRefs: new Set() },
  };
}

/** Keys of what the file names by no key: the same in every version of a file, and different in each file. */
const keyMaker =
  (identity: string) =>
  (id: string): string =>
    createHash('sha256').update(`${identity}\n${id}`).digest('hex').slice(0, 40);

/** What stands in for a file's key where it has none yet: its pages. */
function identityOf({ heads, whole }: OpenMessage): string {
  const identity = createHash('sha256');
  for (const head of heads)
    if (head.type === 'CANVAS') identity.update(`${guidText(head.guid)}\n${whole(head).name}\n`);
  return identity.digest('hex');
}

function mapsOf(file: Answering) {
  const components = [...file.used.components];
  const sets = new Set(components.map((symbol) => setOf(symbol, file)).filter((set) => set !== undefined));
  return {
    components: entries(components, (symbol) => componentEntry(symbol, file)),
    componentSets: entries(sets, (set) => setEntry(set, file)),
    styles: entries(file.used.styles, (style) => styleEntry(style, file)),
  };
}

function* entries(
  heads: Iterable<NodeHead>,
  entryOf: (head: NodeHead) => Members,
): Generator<[id: string, entry: Members]> {
  for (const head of heads) yield [guidText(head.guid)!, entryOf(head)];
}

/** When the design was saved, else when a node of it was changed last. */
function changeOf({ exportedAt = '' }: OpenDesign, { heads }: OpenMessage): number | undefined {
  const savedAt = Date.parse(exportedAt);
  if (savedAt > 0) return savedAt;
  let newest = 0;
  for (const { editInfo } of heads) newest = Math.max(newest, editInfo?.lastEditedAt ?? 0);
  return newest === 0 ? undefined : newest * 1000;
}
