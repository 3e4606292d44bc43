import { DocumentRefused } from '../../../document/document-refused.ts';
import type { PutAside } from '../../conversion.ts';
import { newestFormat, type OpenDesign } from '../container/open-design.ts';
import { readingAt, readMessage } from '../kiwi/read-message.ts';
import { readSchema } from '../kiwi/read-schema.ts';
import type { BlobBytes } from './blobs.ts';
import type { Effort } from './effort.ts';
import type { ImportReport } from './import-report.ts';
import { nodesInPlace, type StoredNodes } from './stored-nodes.ts';
import { wantedInPlace } from './wanted.ts';
import { wantedHeads } from './wanted-heads.ts';
import { wantedPaths, wantedShowings } from './wanted-showings.ts';

/** What a design holds, most of it where it lies aside. */
export interface OpenMessage extends StoredNodes {
  readonly blobBytes: BlobBytes;
}

/** How much of a message is kept decoded: the share of a large one, and of a small one all. */
const keptShare = 1 / 64;
const leastKeptBytes = 2 ** 16;

interface Opening {
  readonly report: ImportReport;
  readonly effort: Effort;
  readonly mostNodes: number;
  readonly aside: PutAside;
}

/**
 * Goes through the whole message once, so that what is damaged is refused, keeps what is asked of every node, of which
 * it may have `mostNodes`, and puts the bytes aside.
 *
 * @throws DocumentRefused
 */
export function openMessage(design: OpenDesign, { report, effort, mostNodes, aside }: Opening): OpenMessage {
  const { schema, message: bytes } = design;
  const sizeBytes = bytes.length;
  const definitions = readSchema(schema);
  const { message, notNumbers } = readMessage(bytes, definitions, wantedHeads, 'Message', mostNodes);
  const content = aside(bytes);
  const nodes = readingAt(content, definitions, wantedInPlace, 'NodeChange');
  const showings = readingAt(content, definitions, wantedShowings, 'NodeChange');
  const paths = readingAt(content, definitions, wantedPaths, 'NodeChange');
  const blobs = readingAt(content, definitions, wantedInPlace, 'Blob');
  tell(design, { mismatched: nodes.mismatched, notNumbers }, report);
  if (message.type !== undefined && message.type !== 'NODE_CHANGES')
    throw new DocumentRefused(
      `The design holds a message of the type ${message.type.slice(0, 100)} and no nodes.`,
    );
  const places = message.blobs ?? new Uint32Array();
  const mostBytes = Math.max(leastKeptBytes, sizeBytes * keptShare);
  return {
    ...nodesInPlace(message.nodeChanges ?? [], nodes.readAt, { mostBytes, effort }),
    entryPath: (place) => paths.readAt(place).value.guidPath?.guids ?? [],
    showing: ({ place }) => showings.readAt(place).value,
    blobBytes: (index) => (index < places.length ? blobs.readAt(places[index]!).value.bytes : undefined),
  };
}

function tell(
  { relatedLinks, formatVersion }: OpenDesign,
  { mismatched, notNumbers }: { readonly mismatched: readonly string[]; readonly notNumbers: number },
  report: ImportReport,
): void {
  for (const field of mismatched)
    report.warn(`The field ${field} is of another type than known and is left out.`);
  if (notNumbers > 0)
    report.warn(`Numbers of the file that are none are taken as 0: ${notNumbers.toLocaleString('en')}.`);
  if (relatedLinks > 0)
    report.warn(`The links for developers are left out: ${relatedLinks.toLocaleString('en')}.`);
  if (formatVersion > newestFormat)
    report.warn(`The file is of format ${formatVersion}; the newest known is ${newestFormat}.`);
}
