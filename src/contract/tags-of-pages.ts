/** Of a server for tests, whose clock and state are for who administers it. */
export const testMode = 'Test Mode';

/** Parts of the interface that the pages of files and libraries, and those for developers and administrators, are made of. */
const tagsOfPages: ReadonlySet<string> = new Set([
  'Files',
  'Comments',
  'Comment Reactions',
  'Dev Resources',
  'Variables',
  'Components',
  'Component Sets',
  'Styles',
  'Library Analytics',
  'Webhooks',
  'Activity Logs',
  'Developer Logs',
  testMode,
]);

export const isOurs = (path: string): boolean => path.startsWith('/workspace/');

/** Whether the pages call an operation of the interface, as the person who is signed in. */
export const isForPages = ({ path, tag }: { readonly path: string; readonly tag: string }): boolean =>
  !isOurs(path) && tagsOfPages.has(tag);
