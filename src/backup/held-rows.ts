import type { Kysely } from 'kysely';
import { refuseUnfitApp, refuseUnfitApps, refuseUnfitLogo } from '../apps/restored-apps-store.ts';
import { refuseUnfitComment, refuseUnfitReaction } from '../comments/restored-comment.ts';
import { refuseUnfitThreads } from '../comments/restored-comments-store.ts';
import type { DumpedRow, DumpedRows } from '../database/dump.ts';
import { rowProblem } from '../database/row-problem.ts';
import type { TableName } from '../database/table-list.ts';
import type { Tables } from '../database/tables.ts';
import { refuseUnfitDevResource, refuseUnfitDevResources } from '../dev-mode/restored-dev-resources-store.ts';
import { badRequest } from '../errors.ts';
import { refuseUnfitFiles, refuseUnfitImageFill } from '../files/restored-files-store.ts';
import { refuseUnfitLibraries } from '../libraries/restored-libraries-store.ts';
import { refuseUnfitAddress, refuseUnfitPeople, refuseUnfitPerson } from '../people/restored-people-store.ts';
import { refuseUnfitUsage } from '../people/restored-usage.ts';
import { refuseUnfitPlaces } from '../places/restored-places-store.ts';
import { refuseUnfitSite } from '../sites/restored-site.ts';
import { refuseUnfitToken } from '../tokens/restored-token.ts';
import { refuseUnfitWebhook } from '../webhooks/restored-webhook.ts';

/** What rooms ask of each row of a table by itself. */
const ofRow: { readonly [T in TableName]?: (row: DumpedRow) => void | Promise<void> } = {
  users: refuseUnfitPerson,
  invitations: refuseUnfitAddress,
  apps: refuseUnfitApp,
  app_logos: refuseUnfitLogo,
  tokens: refuseUnfitToken,
  image_fills: refuseUnfitImageFill,
  sites: refuseUnfitSite,
  webhooks: refuseUnfitWebhook,
  dev_resources: refuseUnfitDevResource,
  ai_usage: refuseUnfitUsage,
  comments: refuseUnfitComment,
  comment_reactions: refuseUnfitReaction,
};

/** What rooms ask of rows together, once they are all there. */
const together: readonly ((transaction: Kysely<Tables>) => Promise<void>)[] = [
  refuseUnfitPeople,
  refuseUnfitPlaces,
  refuseUnfitFiles,
  refuseUnfitLibraries,
  refuseUnfitThreads,
  refuseUnfitDevResources,
  refuseUnfitApps,
];

/**
 * Holds rows on their way in to what the writers of their rooms would have refused, where a server could not go on
 * from it, or would let somebody in by it.
 * @throws ApiError 400
 */
export async function holdRows({ table, rows }: DumpedRows): Promise<void> {
  const refuse = ofRow[table];
  for (const row of rows) {
    const problem = rowProblem(table, row);
    if (problem !== undefined) throw badRequest(problem);
    await refuse?.(row);
  }
}

/**
 * Holds all restored rows to the same, before they count.
 * @throws ApiError 400, 409
 */
export async function holdTogether(transaction: Kysely<Tables>): Promise<void> {
  for (const refuse of together) await refuse(transaction);
}
