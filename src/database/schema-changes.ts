import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { addColumns } from './create-tables.ts';
import { firstTables } from './migrations/0001-first-tables.ts';
import { fontTables } from './migrations/0002-fonts.ts';
import { renderTables } from './migrations/0003-renders.ts';
import { eventTables } from './migrations/0004-events.ts';
import { logTables } from './migrations/0005-logs.ts';
import { variables } from './migrations/0006-variables.ts';
import { libraries } from './migrations/0007-libraries.ts';
import { overlays } from './migrations/0008-overlays.ts';
import { comments } from './migrations/0009-comments.ts';
import { oauth } from './migrations/0010-oauth.ts';
import { rateLimits } from './migrations/0011-rate-limits.ts';
import { resources } from './migrations/0012-resources.ts';
import { identities } from './migrations/0013-identities.ts';
import { people } from './migrations/0014-people.ts';
import { variableParts } from './migrations/0015-variable-parts.ts';
import { unreadVersions } from './migrations/0016-unread-versions.ts';
import { webhookMakers } from './migrations/0018-webhook-makers.ts';
import { chores } from './migrations/0019-chores.ts';
import { planTokens } from './migrations/0021-plan-tokens.ts';
import { appLogos } from './migrations/0022-app-logos.ts';
import { deletedFiles } from './migrations/0023-deleted-files.ts';
import { assetOrder } from './migrations/0024-asset-order.ts';
import { movedPlaces } from './migrations/0025-moved-places.ts';
import { blobs } from './migrations/0026-blobs.ts';
import { processes } from './migrations/0027-processes.ts';
import { consoleAssets } from './migrations/0028-console-assets.ts';
import { upstreams } from './migrations/0029-upstreams.ts';
import { renderBatches } from './migrations/0030-render-batches.ts';
import { imagePacks } from './migrations/0031-image-packs.ts';
import { mirrors } from './migrations/0033-mirrors.ts';
import { search } from './migrations/0036-search.ts';
import { callsOfPeople } from './migrations/0042-calls-of-people.ts';
import { leftWebhooks } from './migrations/0043-left-webhooks.ts';
import { variableHistory } from './migrations/0044-variable-history.ts';
import { wordsJoinedInSteps } from './migrations/0052-words-joined-in-steps.ts';

/** Changes of the schema by their names, in whose order they are made. A released one is never edited. */
export type SchemaChanges = Readonly<Record<`${number}-${string}`, Migration>>;

/** What a contracting change is called: the second number is that of the change from which on programs can do without. */
export type ContractingName = `${number}-after-${number}-${string}`;

/** Made before versions served side by side. */
export const firstSchema = {
  '0001-first-tables': { up: firstTables },
  '0002-fonts': { up: fontTables },
  '0003-renders': { up: renderTables },
  '0004-events': { up: eventTables },
  '0005-logs': { up: logTables },
  '0006-variables': { up: variables },
  '0007-libraries': { up: libraries },
  '0008-overlays': { up: overlays },
  '0009-comments': { up: comments },
  '0010-oauth': { up: oauth },
  '0011-rate-limits': { up: rateLimits },
  '0012-resources': { up: resources },
  '0013-identities': { up: identities },
  '0014-people': { up: people },
  '0015-variable-parts': { up: variableParts },
  '0016-unread-versions': { up: unreadVersions },
  '0018-webhook-makers': { up: webhookMakers },
  '0019-chores': { up: chores },
  '0021-plan-tokens': { up: planTokens },
  '0022-app-logos': { up: appLogos },
  '0023-deleted-files': { up: deletedFiles },
  '0024-asset-order': { up: assetOrder },
  '0025-moved-places': { up: movedPlaces },
  '0026-blobs': { up: blobs },
  '0027-processes': { up: processes },
} as const satisfies SchemaChanges;

/**
 * Add tables, columns and indexes; programs of the version before go on beside them, and start on them. What only adds
 * columns that may be null is written here: `{ up: (database) => addColumns(database, …) }`.
 */
export const expanding = {
  '0028-console-assets': { up: consoleAssets },
  '0029-upstreams': { up: upstreams },
  '0030-render-batches': { up: renderBatches },
  '0031-image-packs': { up: imagePacks },
  '0032-blob-parts': {
    up: (database: Kysely<never>) => addColumns(database, { blobs: { part_hashes: 'text?' } }),
  },
  '0033-mirrors': { up: mirrors },
  '0034-secret-marks': {
    up: (database: Kysely<never>) => addColumns(database, { processes: { secret_marks: 'text?' } }),
  },
  '0035-font-licences': {
    up: (database: Kysely<never>) => addColumns(database, { fonts: { licence: 'text?' } }),
  },
  '0036-search': { up: search },
  '0037-waiting-mirrors': {
    up: (database: Kysely<never>) => addColumns(database, { mirrored_files: { waits_for: 'text?' } }),
  },
  '0038-waiting-lists': {
    up: (database: Kysely<never>) => addColumns(database, { mirror_lists: { waits_for: 'text?' } }),
  },
  '0039-mirrored-history': {
    up: (database: Kysely<never>) => addColumns(database, { mirrored_files: { history_at: 'integer?' } }),
  },
  '0040-merge-bases': {
    up: (database: Kysely<never>) =>
      addColumns(database, { files: { merge_base_key: 'text?', merge_base_version: 'text?' } }),
  },
  '0041-settings-marks': {
    up: (database: Kysely<never>) => addColumns(database, { processes: { settings_marks: 'text?' } }),
  },
  '0042-calls-of-people': { up: callsOfPeople },
  '0043-left-webhooks': { up: leftWebhooks },
  '0044-variable-history': { up: variableHistory },
  '0045-mirrored-branches': {
    up: (database: Kysely<never>) => addColumns(database, { mirrored_files: { main_key: 'text?' } }),
  },
  '0046-sought-webhooks': {
    up: (database: Kysely<never>) =>
      addColumns(database, { left_webhooks: { mirror_id: 'text?', context: 'text?', elsewhere: 'text?' } }),
  },
  '0047-archive': {
    up: (database: Kysely<never>) =>
      addColumns(database, {
        teams: { archived_at: 'integer?' },
        projects: { archived_at: 'integer?' },
        files: { archived_at: 'integer?' },
      }),
  },
  '0048-damaged-blobs': {
    up: (database: Kysely<never>) => addColumns(database, { blobs: { damaged_at: 'integer?' } }),
  },
  '0049-held-by-others': {
    up: (database: Kysely<never>) => addColumns(database, { mirror_lists: { held: 'text?' } }),
  },
  '0050-upstream-grants': {
    up: (database: Kysely<never>) =>
      addColumns(database, {
        upstreams: {
          sealed_grant: 'text?',
          token_ends_at: 'integer?',
          refresh_at: 'integer?',
          grant_failure: 'text?',
          grant_lease: 'text?',
          grant_leased_until: 'integer?',
        },
      }),
  },
  '0051-held-branches': {
    up: (database: Kysely<never>) => addColumns(database, { mirrors: { held: 'text?' } }),
  },
  '0052-words-joined-in-steps': { up: wordsJoinedInSteps },
  '0053-ends-of-chores': {
    up: (database: Kysely<never>) =>
      addColumns(database, { chores: { ended_at: 'integer?', failed_at: 'integer?' } }),
  },
} as const satisfies SchemaChanges;

/**
 * Take away what no program of this version needs, nor one of the version before: each is made once no process
 * lives that does.
 */
export const contracting: Readonly<Record<ContractingName, Migration>> = {};

/** The newest change of each release; whoever makes a release adds its line. */
export const releasedSchemas: Readonly<Record<string, string>> = {};

/** Every change that this program knows. */
export const schemaChanges: SchemaChanges = { ...firstSchema, ...expanding, ...contracting };

export const numberOf = (name: string): number => Number.parseInt(name, 10);

/** Of a contracting change the number of the one that programs have to know; undefined for all others. */
export function neededBy(name: string): number | undefined {
  const needed = /^\d+-after-(\d+)-/.exec(name)?.[1];
  return needed === undefined ? undefined : Number(needed);
}
