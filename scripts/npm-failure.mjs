/** Turns what npm printed when it failed into one sentence that says what to do. */

const offlineCodes =
  /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT|EIDLETIMEOUT|ENOTCACHED)\b/;

const sentences = [
  [
    /\bEUSAGE\b|in sync/,
    'package.json and package-lock.json do not agree; run npm install and commit the lock file.',
  ],
  [
    /\bENOSPC\b/,
    'The disk is full, so the dependencies could not be installed. Free some space and try again.',
  ],
  [
    /\b(EACCES|EPERM|EROFS)\b/,
    'The dependencies could not be written into node_modules: this folder is not writable for you.',
  ],
  [/\bEINTEGRITY\b/, 'A downloaded package was damaged; run npm cache clean --force and try again.'],
  [
    /\bE(401|403|407)\b/,
    'The package registry or a proxy refused the download; check the npm settings of this machine.',
  ],
];

/** The network error in npm's output, or nothing where it failed for another reason. */
export const offlineCode = (output) => offlineCodes.exec(output)?.[1];

export function npmFailure({ code, output }) {
  const offline = offlineCode(output);
  if (offline)
    return `The dependencies could not be downloaded (${offline}). Is there a network? Then try again.`;
  const known = sentences.find(([pattern]) => pattern.test(output));
  if (known) return known[1];
  const last = output.trimEnd().split('\n').slice(-20).join('\n');
  return `${last}\nnpm could not install the dependencies (exit code ${code}); its last lines are above.`;
}
