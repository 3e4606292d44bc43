import { createHash } from 'node:crypto';
import { DocumentRefused } from '../../document/document-refused.ts';
import type { DocumentSource, MapEntry } from '../../document/document-source.ts';
import type { Answering, Members } from './answer/answering.ts';
import { componentEntry, setEntry, setOf } from './answer/components.ts';
import { tellLeftNodes } from './answer/left-nodes.ts';
import { styleEntry } from './answer/styles.ts';
import { DocumentWriter, mostAnswerBytes } from './answer/tree.ts';
import { variablesOf } from './answer/variables.ts';
import { newestFormat, type OpenDesign, openDesign } from './container/open-design.ts';
import { Expansion, expansionLimits } from './instances/expand.ts';
import { readMessage } from './kiwi/read-message.ts';
import { readSchema } from './kiwi/read-schema.ts';
import { Blobs } from './message/blobs.ts';
import { Effort, mostValues } from './message/effort.ts';
import { guidText } from './message/guids.ts';
import { ImageFills } from './message/image-fills.ts';
import { ImportReport } from './message/import-report.ts';
import { indexNodes } from './message/node-index.ts';
import { type Fig, wanted } from './message/wanted.ts';

/**
 * Reads a file of the editor: design, board or slides. `fileKey` is the key of the file that it is for, which keys of its
 * own things are made of; without one they are made of its pages.
 *
 * @throws DocumentRefused
 * @see docs/decisions/0040-fig-files.md
 */
export function readFigSource(bytes: Uint8Array, fileKey?: string): DocumentSource {
  const design = openDesign(bytes);
  const report = new ImportReport();
  const message = decode(design, report);
  const images = new ImageFills(design, message.blobs ?? [], report);
  const file = answering(message, { images, report, sizeBytes: bytes.length }, fileKey);
  const writer = new DocumentWriter(file, mostAnswerBytes(bytes.length));
  const document = writer.write();
  const maps = mapsOf(file);
  tellLeftNodes(writer.shown, file);
  const companions = {
    images: images.found(file.used.imageRefs),
    variables: variablesWithin(design, file),
    devStatuses: writer.devStatuses.found(),
  };
  return {
    document,
    ...maps,
    fields: fieldsOf(design, message),
    warnings: report.warnings(),
    companions,
  };
}

/** Designs alone have variables in answers: those of boards and slides, which their themes are made of, stay behind. */
function variablesWithin({ editorType }: OpenDesign, file: Answering): Uint8Array | undefined {
  const variables = variablesOf(file);
  if (editorType === 'figma' || variables === undefined) return variables;
  file.report.warn('The variables of boards and slides are left out: the interface knows none of them.');
  return undefined;
}

function decode(design: OpenDesign, report: ImportReport): Fig<'Message'> {
  const definitions = readSchema(design.schema);
  const { message, mismatched, notNumbers } = readMessage(design.message, definitions, wanted, 'Message');
  for (const field of mismatched)
    report.warn(`The field ${field} is of another type than known and is left out.`);
  if (notNumbers > 0)
    report.warn(`Numbers of the file that are none are taken as 0: ${notNumbers.toLocaleString('en')}.`);
  if (design.relatedLinks > 0)
    report.warn(`The links for developers are left out: ${design.relatedLinks.toLocaleString('en')}.`);
  if (design.formatVersion > newestFormat)
    report.warn(`The file is of format ${design.formatVersion}; the newest known is ${newestFormat}.`);
  if (message.type !== undefined && message.type !== 'NODE_CHANGES')
    throw new DocumentRefused(
      `The design holds a message of the type ${message.type.slice(0, 100)} and no nodes.`,
    );
  return message;
}

function answering(
  message: Fig<'Message'>,
  { images, report, sizeBytes }: { images: ImageFills; report: ImportReport; sizeBytes: number },
  fileKey: string | undefined,
): Answering {
  const index = indexNodes(message.nodeChanges ?? [], report);
  const effort = new Effort(mostValues(sizeBytes));
  return {
    index,
    report,
    effort,
    blobs: new Blobs(message.blobs ?? [], effort),
    expansion: new Expansion(index, report, expansionLimits(sizeBytes), effort),
    localKey: keyMaker(fileKey ?? identityOf(message)),
    imageRefOfBlob: (blob) => images.referenceOfBlob(blob),
    used: { components: new Set(), styles: new Set(), imageRefs: new Set() },
  };
}

/** Keys of what the file names by no key: the same in every version of a file, and different in each file. */
const keyMaker =
  (identity: string) =>
  (id: string): string =>
    createHash('sha256').update(`${identity}\n${id}`).digest('hex').slice(0, 40);

/** What stands in for a file's key where it has none yet: its pages. */
function identityOf(message: Fig<'Message'>): string {
  const identity = createHash('sha256');
  for (const { type, guid, name } of message.nodeChanges ?? [])
    if (type === 'CANVAS') identity.update(`${guidText(guid)}\n${name}\n`);
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

function fieldsOf({ editorType, name, exportedAt }: OpenDesign, message: Fig<'Message'>) {
  const lastModified = exportedAt ?? newestEdit(message);
  return { editorType, ...(name && { name }), ...(lastModified && { lastModified }) };
}

/** When a node was changed last, in seconds, as ISO time. */
function newestEdit({ nodeChanges = [] }: Fig<'Message'>): string | undefined {
  let newest = 0;
  for (const { editInfo } of nodeChanges) newest = Math.max(newest, editInfo?.lastEditedAt ?? 0);
  return newest === 0 ? undefined : new Date(newest * 1000).toISOString();
}
