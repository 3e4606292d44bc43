import { exactNodeId } from '../../contract/branded-ids.ts';
import { notFound, sentences } from '../../errors.ts';
import { previewVariableChanges } from '../../file-variables/post-variable-changes.ts';
import { imageSourceOf } from '../../files/image-fills-store.ts';
import { imageOptions } from '../../images/image-options.ts';
import type { Handler } from '../../operation.ts';
import { drawnPicture, refuseUndrawn } from './drawn-picture.ts';

/** A node as it would be after a change of variables that nobody made. */
export const previewVariables: Handler<'previewVariables'> = async (call, context) => {
  const { caller, path, body, signal } = call;
  const changer = { context, by: caller };
  const { file, ...snapshots } = await previewVariableChanges(changer, path.file_key, body.changes);
  const nodeId = exactNodeId(body.node);
  const present = await context.snapshots.open(snapshots.before);
  if (present.snapshot.find(nodeId) === undefined) throw notFound('The file has no such node');
  const before = await imageSourceOf(context.database, file.key, snapshots.before);
  if (before === undefined) throw notFound(sentences.fileNotFound);
  const wholeBaselines = file.editorType !== 'slides';
  const picture = await context.images.compared
    .open({
      before,
      after: { ...before, snapshot: snapshots.after },
      nodeId,
      kind: 'after',
      options: imageOptions({ format: 'png', scale: body.scale, wholeBaselines }),
      caller: caller.user.id,
      signal: signal(),
    })
    .catch(refuseUndrawn);
  if (picture === undefined) throw notFound('There is nothing to see.');
  return drawnPicture(picture);
};
