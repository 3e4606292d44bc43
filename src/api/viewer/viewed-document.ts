import { networkOf } from '../../access/address-network.ts';
import type { BlobId } from '../../blobs/blob-store.ts';
import { jsonText } from '../../content/long-json.ts';
import type { RunSteps } from '../../content/steps-in-turn.ts';
import type { Context } from '../../context.ts';
import type { Operations } from '../../contract/contract.ts';
import { nodeIdOf } from '../../contract/node-ids.ts';
import type { Snapshot } from '../../document/snapshot.ts';
import { ApiError, notFound } from '../../errors.ts';
import { findVersion } from '../../files/versions-store.ts';
import type { Call, TextAnswer } from '../../operation.ts';
import type { Party } from '../../processes/turns.ts';
import { TooMuchWaiting } from '../../processes/waiting-room.ts';
import { type Viewed, viewedFile } from '../../sites/viewed-pages-store.ts';

type ViewingCall = Parameters<typeof viewedFile>[0] & Pick<Call<'getViewerFile'>, 'ipAddress' | 'signal'>;

interface ViewedDocument {
  readonly viewed: Viewed;
  readonly id: BlobId;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * The document of the file and version that a call names, for who may look at it.
 * @throws ApiError 404
 */
export async function viewedDocument(call: ViewingCall, context: Context): Promise<ViewedDocument> {
  const viewed = await viewedFile(call, context);
  const { snapshot: id } = await findVersion(context.database, viewed.file, viewed.version);
  return { id, viewed, headers: { 'cache-control': keepingOf(viewed) } };
}

/** Caches that many share keep what strangers get alike, and nothing that was told somebody who is known. */
export const keepingOf = ({ isPublic, role }: Viewed): string =>
  isPublic && role === undefined ? 'no-cache' : 'private, no-cache';

/** What is asked of a document. */
interface Question {
  /** All that the answer depends on. */
  readonly about: readonly (string | number | undefined)[];
  /** Of a document that lies elsewhere: all of it, or no more than what is read, for who reads little. */
  readonly brings: 'all' | 'parts';
}

/** Reads an answer of a document, in steps. It may be begun again, and ends where nobody waits for it any more. */
type Read<T> = (snapshot: Snapshot, run: RunSteps) => Promise<T>;

/**
 * An answer that the document alone decides: read once for all who ask, and remembered.
 * @throws ApiError 404, 503
 */
export async function readingOf<Id extends keyof Operations>(
  call: ViewingCall,
  context: Context,
  question: Question,
  read: Read<Operations[Id]['answer']>,
): Promise<TextAnswer> {
  const document = await viewedDocument(call, context);
  const text = await readOnce(call, context, { ...document, question }, read);
  return { headers: document.headers, contentType: 'application/json; charset=utf-8', text };
}

/**
 * The text of such an answer.
 * @throws ApiError 503
 */
export async function readOnce<T>(
  { ipAddress, signal }: Pick<ViewingCall, 'ipAddress' | 'signal'>,
  context: Context,
  asked: Pick<ViewedDocument, 'id' | 'viewed'> & { readonly question: Question },
  read: Read<T>,
): Promise<string> {
  const { id, viewed, question } = asked;
  const { readings, snapshots } = context;
  const reading = {
    document: id,
    question: JSON.stringify(question.about),
    signal: signal(),
    stranger: viewed.role === undefined ? strangerAt(ipAddress, viewed) : undefined,
  };
  try {
    return await readings.read(reading, async (run) => {
      const answer =
        question.brings === 'parts'
          ? await snapshots.read(id, ({ snapshot }) => read(snapshot, run))
          : await read((await snapshots.open(id)).snapshot, run);
      return jsonText(answer, run);
    });
  } catch (error) {
    if (error instanceof TooMuchWaiting) throw tooMuchAsked();
    throw error;
  }
}

const strangerAt = (ipAddress: string, { file }: Viewed): Party => ({
  organization: file.organizationId,
  caller: networkOf(ipAddress),
});

const tooMuchAsked = () =>
  new ApiError(503, 'Too much is asked of designs at once. Try again in a second.', {
    headers: { 'retry-after': '1' },
  });

/**
 * The place of a node, its id as it is or as addresses have it. The document itself is none.
 * @throws ApiError 404
 */
export function placeOfNode(snapshot: Snapshot, id: string): number {
  const index = snapshot.find(nodeIdOf(id));
  if (index === undefined || index === 0) throw notFound('Node not found');
  return index;
}
