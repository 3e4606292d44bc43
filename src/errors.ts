/**
 * The one error that becomes an answer. Engines throw their own small classes without HTTP in them; the
 * operation that calls an engine turns those it expects into one of these. Anything else thrown is a 500.
 */
export class ApiError extends Error {
  /** HTTP status of the answer. */
  readonly status: number;
  /** Goes to the log beside the request id, never to the caller. */
  readonly detail: string | undefined;
  /** Extra response headers, as `Retry-After`. */
  readonly headers: Readonly<Record<string, string>>;
  /** What RFC 6749 calls it, where a token endpoint refuses. */
  readonly code: string | undefined;

  constructor(
    status: number,
    sentence: string,
    options: { detail?: string; cause?: unknown; headers?: Record<string, string>; code?: string } = {},
  ) {
    super(sentence, { cause: options.cause });
    this.name = 'ApiError';
    this.status = status;
    this.detail = options.detail;
    this.headers = options.headers ?? {};
    this.code = options.code;
  }
}

/**
 * The body of every error of `/v1` and `/v2`: `err` and `message` hold the same sentence, so clients of
 * either spelling find theirs.
 *
 * @see ruling H5
 */
export interface ErrorBody {
  status: number;
  error: true;
  err: string;
  message: string;
}

export function errorBody(status: number, sentence: string): ErrorBody {
  return { status, error: true, err: sentence, message: sentence };
}

export const badRequest = (sentence: string): ApiError => new ApiError(400, sentence);
export const unauthorized = (sentence: string): ApiError => new ApiError(401, sentence);
export const forbidden = (sentence: string): ApiError => new ApiError(403, sentence);
export const notFound = (sentence = 'Not found'): ApiError => new ApiError(404, sentence);
export const conflict = (sentence: string): ApiError => new ApiError(409, sentence);
export const payloadTooLarge = (sentence: string): ApiError => new ApiError(413, sentence);

/** Sentences that clients search for or that the specification fixes. */
export const sentences = {
  /** Clients look for these words. */
  invalidToken: 'Invalid token',
  tokenExpired: 'Token expired',
  /** @see ERR-12 */
  invalidScope: 'Invalid scope',
  limitedByPlan: 'Limited by plan',
  incorrectAccountType: 'Incorrect account type',
  insufficientFilePermissions: 'Insufficient file permissions',
  designFilesOnly: 'API only available for design files',
  /** @see FILE-26 */
  requestTooLarge: 'Request too large. If applicable, filter by query params.',
  fileNotFound: 'File not found',
  httpsOnly: 'Only HTTPS is supported',
  unexpected: 'An unexpected error happened. Nothing was changed by it; try again.',
} as const;

/** The sentence of any thrown value, for logs and commands. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Why a file that somebody named cannot be read, in one sentence. */
export function whyUnreadable(path: string, error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT' || code === 'ENOTDIR') return `there is no file ${path}.`;
  if (code === 'EISDIR') return `${path} is a folder; a file is expected.`;
  if (code === 'EACCES' || code === 'EPERM') return `the user of the server may not read ${path}.`;
  return `${path} cannot be read: ${messageOf(error)}.`;
}

/** Why the system refused a file or a folder, by its code. */
const reasons: Readonly<Record<string, string>> = {
  EACCES: 'that is not permitted (EACCES)',
  EDQUOT: 'no more of the disk may be taken',
  EEXIST: 'a file of its name is there',
  EFBIG: 'it would be larger than files may be there',
  EISDIR: 'it is a folder',
  ELOOP: 'its links lead in a circle',
  EMFILE: 'too many files are open',
  ENAMETOOLONG: 'its name is too long',
  ENOENT: 'its folder is not there',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'a part of its path is no folder',
  EPERM: 'that is not permitted (EPERM)',
  EROFS: 'its disk takes no writes (EROFS)',
};

/** Why the system refused, in words that follow a colon; nothing for an error of another kind. */
export function systemReason(error: unknown): string | undefined {
  const { code, path } = error as NodeJS.ErrnoException;
  if (code === undefined) return undefined;
  if (Object.hasOwn(reasons, code)) return reasons[code];
  return path === undefined ? undefined : `the system says ${code}`;
}
