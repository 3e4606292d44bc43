import type { CallerUser } from '../../access/caller.ts';
import type { Context } from '../../context.ts';
import { notFound, sentences } from '../../errors.ts';
import { eventStream } from '../../live/event-stream.ts';
import type { Call, Handler } from '../../operation.ts';
import { viewedFile } from '../../sites/viewed-pages-store.ts';

/** Tells those who may read a file what changes of it, as it happens. */
export const getViewerEvents: Handler<'getViewerEvents'> = async (call, context) => {
  const reader = await readerOf(call, context);
  if (reader === undefined) throw notFound(sentences.fileNotFound);
  const mayHear = async () => (await readerOf(call, context).catch(() => undefined))?.id === reader.id;
  const known = call.headers['last-event-id'];
  const since = typeof known === 'string' && known !== '' ? known : call.query.since;
  const stream = context.live.streams.open(reader.id, () =>
    eventStream(context.live.files, { fileKey: call.path.file_key, known: since, mayHear }),
  );
  return {
    stream,
    contentType: 'text/event-stream',
    // The second for proxies that would gather the answer before they send it on.
    headers: { 'cache-control': 'no-store', 'x-accel-buffering': 'no' },
  };
};

/** Who is signed in, where they may read the file; without that an open link shows it as it is. */
async function readerOf(call: Call<'getViewerEvents'>, context: Context): Promise<CallerUser | undefined> {
  const { role, viewer } = await viewedFile({ ...call, query: {} }, context);
  return role === undefined ? undefined : viewer;
}
