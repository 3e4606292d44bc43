import { bytesBody } from '../../content/byte-body.ts';
import type { Handler } from '../../operation.ts';
import { readAnswer } from '../../upstreams/read-answer.ts';

/** The answer is the upstream's own, and nothing here vouches for what it is. */
export const readFromUpstream: Handler<'readFromUpstream'> = async ({ caller, path, body }, context) => {
  const { file_key: key, operation, query = {} } = body;
  const asked = { upstreamId: path.upstream_id, key, operation, query };
  const { bytes, fileKey } = await readAnswer(context, caller, asked);
  return {
    body: bytesBody(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)),
    contentType: 'application/octet-stream',
    headers: { 'X-Vitrine-File-Key': fileKey },
  };
};
