/** Longest request target that is served over HTTP/1.1, in bytes. @see ruling H21 */
export const longestTargetBytes = 256 * 1024;
/** Most that headers have beside the target; over HTTP/2 with it. @see ruling H21 */
export const mostHeaderBytes = 64 * 1024;
export const mostHeaderLines = 1_000;
/** Largest head of a request that is read at all. What is between this and the others gets an answer that says so. */
export const hardHeadBytes = longestTargetBytes + mostHeaderBytes;
export const mostQueryParameters = 1_000;
