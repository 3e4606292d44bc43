import { createHash } from 'node:crypto';
import type { DocumentSource, MapEntry } from '../../document/document-source.ts';
import { release } from '../../document/release-bytes.ts';
import type { Answering, Members } from './answer/answering.ts';
import { componentEntry, setEntry, setOf } from './answer/components.ts';
import { mostGlyphCharacters } from './answer/glyphs.ts';
import { tellLeftNodes } from './answer/left-nodes.ts';
import { modeIds } from './answer/mode-ids.ts';
import { styleEntry } from './answer/styles.ts';
import { DocumentWriter, mostAnswerBytes } from './answer/tree.ts';
import { type ReadVariables, variablesAnswer, variablesOf } from './answer/variables.ts';
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

/**
 * Reads a file of the editor: design, board or slides. `fileKey` is the key of the file that it is for, which keys of its
 * own things are made of; without one they are made of its pages. What comes beside the document is looked through
 * when it is asked for: that takes memory, and compiling the document takes some first.
 *
 * @throws DocumentRefused
 * @see docs/decisions/0040-fig-files.md
 */
export function readFigSource(bytes: Uint8Array, fileKey?: string): DocumentSource {
  const design = openDesign(bytes);
  const report = new ImportReport();
  const effort = new Effort(mostValues(bytes.length));
  const mostNodes = expansionLimits(bytes.length).nodes;
  const message = openMessage(design, { report, effort, mostNodes });

  const images = new ImageFills(design, message.blobBytes, report);
  const file = answering(message, { images, report, effort, sizeBytes: bytes.length }, fileKey);
  const writer = new DocumentWriter(file, mostAnswerBytes(bytes.length));
  writer.write();
  const maps = mapsOf(file);
  tellLeftNodes(writer.shown, file);
  file.expansion.tellUnreached();
  const found = images.found(file.used.imageRefs);
  const read = variablesWithin(design, file);
  release(design.message);
  const document = writer.bytes();
  const devStatuses = writer.devStatuses.found();
  const { editorType, name } = design;
  const fields = { editorType, ...(name && { name }) };
  const changedAt = changeOf(design, message);
  const variables = once(() => read && variablesAnswer(read, report));
  return {
    ...{ document, ...maps, fields, changedAt },
    get companions() {
      return { images: found, variables: variables(), devStatuses };
    },
    get warnings() {
      variables();
      return report.warnings();
    },
  };
}

/** What is made when it is asked for, and then known. */
function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** Designs alone have variables in answers: those of boards and slides, which their themes are made of, stay behind. */
function variablesWithin({ editorType }: OpenDesign, file: Answering): ReadVariables | undefined {
  const variables = variablesOf(file);
  if (editorType === 'figma' || variables === undefined) return variables;
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

function mapsOf(file: Answering): Pick<DocumentSource, 'components' | 'componentSets' | 'styles'> {
  const components = [...file.used.components];
  const sets = new Set(components.map((symbol) => setOf(symbol, file)).filter((set) => set !== undefined));
  return {
    components: components.map((symbol) => mapEntry(guidText(symbol.guid)!, componentEntry(symbol, file))),
    componentSets: [...sets].map((set) => mapEntry(guidText(set.guid)!, setEntry(set, file))),
    styles: [...file.used.styles].map((style) => mapEntry(guidText(style.guid)!, styleEntry(style, file))),
  };
}

const mapEntry = (key: string, value: Members): MapEntry => ({
  key,
  text: Buffer.from(`${JSON.stringify(key)}:${JSON.stringify(value)}`),
});

/** When the design was saved, else when a node of it was changed last. */
function changeOf({ exportedAt = '' }: OpenDesign, { heads }: OpenMessage): number | undefined {
  const savedAt = Date.parse(exportedAt);
  if (savedAt > 0) return savedAt;
  let newest = 0;
  for (const { editInfo } of heads) newest = Math.max(newest, editInfo?.lastEditedAt ?? 0);
  return newest === 0 ? undefined : newest * 1000;
}
