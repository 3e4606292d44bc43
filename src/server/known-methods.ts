/** Methods that some path has. */
export const knownMethods: ReadonlySet<string | undefined> = new Set([
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
]);

/** The refusal of any other, alike over every version of HTTP. */
export const methodRefusal = {
  status: 405,
  sentence: 'No path of this server has this method.',
  headers: { Allow: [...knownMethods].join(', ') },
};
