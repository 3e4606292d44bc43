import type { Handler } from '../../operation.ts';
import { viewedFile } from '../../sites/viewed-pages-store.ts';
import { factsAnswer } from './facts-answer.ts';

/** Tells what a viewer has to know of a file before it asks for pictures. */
export const getViewerFile: Handler<'getViewerFile'> = async (call, context) => {
  const viewed = await viewedFile(call, context);
  const path = `${call.basePath}/viewer/v1/files/${encodeURIComponent(call.path.file_key)}`;
  return factsAnswer(context, viewed, path, call);
};
