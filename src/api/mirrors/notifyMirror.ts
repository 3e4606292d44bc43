import { hearUpstream } from '../../mirrors/mirror-webhooks.ts';
import type { Handler } from '../../operation.ts';

/** Answers the same whatever is told, so that nobody learns which mirrors there are. */
export const notifyMirror: Handler<'notifyMirror'> = async ({ path, body }, context) => {
  const { passcode, file_key: elsewhere } = body;
  await hearUpstream(context, path.mirror_id, { passcode, elsewhere });
  return { json: { status: 200, error: false } };
};
