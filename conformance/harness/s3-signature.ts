import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

export interface S3Keys {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

const sha256 = (bytes: string | Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const hmac = (key: string | Uint8Array, text: string): Buffer =>
  createHmac('sha256', key).update(text).digest();
const form =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/;
const mostSkewMs = 15 * 60_000;

/**
 * Why a store would refuse the signature of a request, in the words of S3; nothing for one that is right. Written
 * from the published description of the signature, apart from the client that it is held against.
 */
export function signatureFault(
  request: IncomingMessage,
  body: Uint8Array,
  expected: { readonly keys: S3Keys; readonly region: string; readonly now: number },
): string | undefined {
  const { keys, region, now } = expected;
  const [, id, day, signedRegion, signedHeaders = '', signature = ''] =
    form.exec(request.headers.authorization ?? '') ?? [];
  if (id === undefined) return 'AccessDenied';
  if (id !== keys.accessKeyId) return 'InvalidAccessKeyId';
  if (signedRegion !== region) return 'AuthorizationHeaderMalformed';
  const time = String(request.headers['x-amz-date']);
  const at = Date.parse(time.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
  if (!(Math.abs(now - at) <= mostSkewMs)) return 'RequestTimeTooSkewed';
  const bodyHash = String(request.headers['x-amz-content-sha256']);
  if (bodyHash !== 'UNSIGNED-PAYLOAD' && bodyHash !== sha256(body)) return 'XAmzContentSHA256Mismatch';
  const scope = `${day}/${region}/s3/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', time, scope, sha256(canonical(request, signedHeaders, bodyHash))].join(
    '\n',
  );
  const key = [region, 's3', 'aws4_request'].reduce(
    (under, word) => hmac(under, word),
    hmac(`AWS4${keys.secretAccessKey}`, String(day)),
  );
  const isRight = timingSafeEqual(hmac(key, text), Buffer.from(signature, 'hex'));
  return isRight ? undefined : 'SignatureDoesNotMatch';
}

function canonical(request: IncomingMessage, signedHeaders: string, bodyHash: string): string {
  const [path = '', query = ''] = (request.url ?? '').split('?');
  const parameters = query
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => (pair.includes('=') ? pair : `${pair}=`))
    .sort();
  const headers = signedHeaders
    .split(';')
    .map((name) => `${name}:${String(request.headers[name] ?? '').trim()}\n`);
  return [request.method, path, parameters.join('&'), headers.join(''), signedHeaders, bodyHash].join('\n');
}
