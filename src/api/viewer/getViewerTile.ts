import type { Handler } from '../../operation.ts';
import { viewedFile } from '../../sites/viewed-pages-store.ts';
import { tileAnswer } from './tile-answer.ts';

/** Sends a square of a page as a picture. */
export const getViewerTile: Handler<'getViewerTile'> = async (call, context) =>
  tileAnswer(context, await viewedFile(call, context), call);
