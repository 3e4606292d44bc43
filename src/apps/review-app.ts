import type { Kysely } from 'kysely';
import { administersInstallation, type Caller } from '../access/caller.ts';
import { requireText } from '../access/name-rules.ts';
import type { Change } from '../change.ts';
import type { AppId } from '../contract/branded-ids.ts';
import type { Tables } from '../database/tables.ts';
import { badRequest, conflict, forbidden, notFound } from '../errors.ts';
import { findAdministeredApp } from './administered-apps-store.ts';
import type { App } from './app.ts';
import { updateApp } from './app-rows-store.ts';
import { findApp } from './apps-store.ts';
import { narrowTokensOf } from './narrow-tokens.ts';
import { recordApp } from './record-app.ts';

/** What a reviewer says of a revision that they looked at. */
export interface Review {
  readonly decision: 'approve' | 'send_back';
  readonly revision?: number;
  readonly words?: string;
}

/**
 * Approves what was submitted, which is in force from then on, or sends it back with words.
 * @throws ApiError 400, 403, 404, 409
 * @see OAUTH-19, OAUTH-20, OAUTH-22
 */
export async function reviewApp(change: Change, clientId: AppId, review: Review): Promise<App> {
  const app = await findReviewedApp(change.transaction, change.by, clientId);
  const { decision, revision } = review;
  if (app.review !== 'pending') throw conflict('The app does not wait for a review.');
  if (decision === 'approve' && revision === undefined)
    throw badRequest('An app is approved by the "revision" that was looked at.');
  if (revision !== undefined && revision !== app.revision)
    throw conflict('The app was changed since that revision; look at it again.');
  requireText('words', review.words);
  const words = review.words?.trim() || null;
  return decision === 'approve' ? approve(change, app, words) : sendBack(change, app, words);
}

/** @throws ApiError 404; 403 for who only configures it */
async function findReviewedApp(database: Kysely<Tables>, caller: Caller, clientId: AppId): Promise<App> {
  const app = await findApp(database, clientId);
  if (app === undefined) throw notFound('App not found');
  if (administersInstallation(caller)) return app;
  await findAdministeredApp(database, caller, clientId);
  throw forbidden('Only an administrator of the installation reviews apps.');
}

async function sendBack(change: Change, app: App, reviewWords: string | null): Promise<App> {
  if (reviewWords === null) throw badRequest('An app is sent back with "words" that say why.');
  const changes = { review: 'sent_back', reviewWords } as const;
  await updateApp(change.transaction, app.clientId, changes);
  await recordApp(change, { type: 'oauth_app_review', app, details: { decision: 'send_back' } });
  return { ...app, ...changes };
}

async function approve(change: Change, app: App, reviewWords: string | null): Promise<App> {
  const { configuration, revision } = app;
  const changes = { state: 'public', review: 'none', reviewWords, approved: configuration } as const;
  const approved = { ...app, ...changes };
  await updateApp(change.transaction, app.clientId, changes);
  await narrowTokensOf(change.transaction, app, approved);
  await recordApp(change, { type: 'oauth_app_review', app, details: { decision: 'approve', revision } });
  return approved;
}
