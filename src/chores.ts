import { deleteEmptyBuckets } from './access/rate-limits/bucket-store.ts';
import { deleteOldCodes } from './apps/codes-store.ts';
import { keepAssets } from './console/shared-assets.ts';
import { migrate } from './database/migrate.ts';
import { deleteUnusedOverlays } from './files/overlays-store.ts';
import { readTexts } from './files/read-texts.ts';
import { forgetUnusedPacks } from './images/packed-images-store.ts';
import { deleteExpiredRenders } from './images/render-store.ts';
import { isOneOfSeveral } from './installation/one-of-several.ts';
import { livingProcesses } from './installation/processes-store.ts';
import { deleteUnreferencedBlobs } from './jobs/blob-sweep.ts';
import type { Chore } from './jobs/chore.ts';
import { keepLogs } from './jobs/log-retention.ts';
import { countUses } from './libraries/count-uses.ts';
import { tidySearch } from './search/tidy-search.ts';
import { deleteOldInvitations } from './tokens/invitations-store.ts';
import { deleteEndedPasswordResets } from './tokens/password-resets-store.ts';
import { deleteEndedSessions } from './tokens/sessions-store.ts';
import { sealTokensAnew } from './upstreams/seal-anew.ts';
import { pruneWebhooks } from './webhooks/prune-webhooks.ts';

/** What the server does by itself every hour. */
export const chores: readonly Chore[] = [
  { name: 'logs', failure: 'old logs were not deleted', work: keepLogs },
  {
    name: 'deliveries',
    failure: 'old deliveries were not deleted',
    work: ({ database }, now) => pruneWebhooks(database, now),
  },
  { name: 'uses', failure: 'uses of libraries were not counted', work: countUses },
  {
    name: 'texts',
    failure: 'texts of new versions were not read',
    work: (parts) => readTexts(parts),
  },
  { name: 'search', failure: 'what is searched was not tidied', work: tidySearch },
  {
    name: 'renderings',
    failure: 'old renderings were not forgotten',
    work: ({ database }, now) => deleteExpiredRenders(database, now),
  },
  {
    name: 'images',
    failure: 'images that nobody uses were not forgotten',
    work: ({ database, config }, now) => forgetUnusedPacks(database, config.imageCacheBytes, now),
  },
  {
    name: 'sessions',
    failure: 'ended sessions were not deleted',
    work: ({ database }, now) => deleteEndedSessions(database, now),
  },
  {
    name: 'codes',
    failure: 'old authorization codes were not deleted',
    work: ({ database }, now) => deleteOldCodes(database, now),
  },
  {
    name: 'invitations',
    failure: 'old invitations were not deleted',
    work: ({ database }, now) => deleteOldInvitations(database, now),
  },
  {
    name: 'links',
    failure: 'ended links were not deleted',
    work: ({ database }, now) => deleteEndedPasswordResets(database, now),
  },
  {
    name: 'upstream tokens',
    failure: 'tokens of upstreams were not sealed with the present secret',
    work: sealTokensAnew,
  },
  {
    name: 'rate limits',
    failure: 'used up rate limits were not forgotten',
    work: ({ database }, now) => deleteEmptyBuckets(database, now),
  },
  {
    name: 'schema',
    failure: 'the schema was not rid of what nobody needs',
    work: ({ database }) => migrate(database, { living: livingProcesses }),
  },
  {
    name: 'pages',
    failure: 'what pages load was not kept for servers of other versions',
    work: async (parts, now) => {
      if (isOneOfSeveral(parts.config)) await keepAssets(parts, now);
    },
  },
  {
    name: 'objects',
    failure: 'stored objects were not compared with their rows',
    work: async ({ blobs, config }, now) => {
      if (!config.testMode) await blobs.compare?.(now);
    },
  },
  {
    name: 'blobs',
    failure: 'unreferenced blobs were not deleted',
    // Test mode goes back to earlier states, so there no blob is ever superfluous.
    work: async (parts, now) => {
      if (parts.config.testMode) return;
      await deleteUnusedOverlays(parts.database);
      await deleteUnreferencedBlobs(parts, now);
    },
  },
];
