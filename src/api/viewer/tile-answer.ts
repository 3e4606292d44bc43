import type { Context } from '../../context.ts';
import { ApiError, notFound } from '../../errors.ts';
import { TileNotDrawn } from '../../images/page-tiles.ts';
import type { BytesAnswer, Call } from '../../operation.ts';
import { TooMuchWaiting } from '../../processes/waiting-room.ts';
import { pagesSourceOf, type Viewed } from '../../sites/viewed-pages-store.ts';

type TileCall = Pick<Call<'getViewerTile'>, 'path' | 'signal' | 'ipAddress'>;

const yearSeconds = 31_536_000;

/** A tile of what is looked at; its address holds for the state that it names alone. */
export async function tileAnswer(
  context: Context,
  viewed: Viewed,
  { path, signal, ipAddress }: { path: Omit<TileCall['path'], 'file_key'> } & Omit<TileCall, 'path'>,
): Promise<BytesAnswer> {
  const { tiles } = context.images;
  const source = await pagesSourceOf(context, viewed);
  const look = source && (await tiles.look(source));
  if (source === undefined || look?.state !== path.state) throw outOfDate();
  const { page_id: pageId, zoom, column, row } = path;
  const place = { pageId, zoom, column, row };
  const tile = await tiles.open({ source, look, place, caller: ipAddress, signal: signal() }).catch(refuse);
  if (tile === undefined) throw notFound('The file has no such page');
  return {
    contentType: 'image/png',
    etag: tile.name,
    compressible: false,
    // Kept by the browser alone: what was open to anyone may be closed later.
    headers: {
      'cache-control': `private, max-age=${yearSeconds}, immutable`,
      'content-security-policy': "default-src 'none'; sandbox",
      ...(viewed.isPublic ? {} : { vary: 'Cookie' }),
    },
    body: tile.body,
  };
}

const outOfDate = () =>
  new ApiError(410, 'The pages look otherwise now. Ask for the facts again: they have the new address.');

function refuse(error: unknown): never {
  if (error instanceof TooMuchWaiting)
    throw new ApiError(503, 'Too many tiles are waiting. Try again in a second.', {
      headers: { 'retry-after': '1' },
    });
  if (error instanceof TileNotDrawn)
    throw new ApiError(503, 'The tile was not drawn. Try again in a while.', {
      headers: { 'retry-after': '30' },
      detail: error.message,
    });
  throw error;
}
