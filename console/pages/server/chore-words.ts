/** What each chore does, in words. */
const words: Readonly<Record<string, string>> = {
  logs: 'Deletes log entries that are no longer kept',
  deliveries: 'Deletes old deliveries of webhooks',
  uses: 'Counts how often libraries are used',
  texts: 'Reads the texts of new versions',
  search: 'Tidies what is searched',
  renderings: 'Forgets pictures whose time is over',
  images: 'Forgets pictures that nobody asks for',
  sessions: 'Deletes sessions that ended',
  codes: 'Deletes old codes of apps',
  invitations: 'Deletes old invitations',
  links: 'Deletes links for passwords that ended',
  'upstream tokens': 'Seals tokens of upstreams with the present secret',
  'rate limits': 'Forgets limits of calls that nobody is near',
  schema: 'Rids the database of what no version needs',
  pages: 'Keeps what pages load for servers of other versions',
  objects: 'Compares what lies in the bucket with the database',
  blobs: 'Deletes stored bytes that nothing refers to',
};

/** A chore in words; what a server of another version does besides, by its name. */
export const choreWords = (name: string): string => words[name] ?? `Another one: ${name}`;
