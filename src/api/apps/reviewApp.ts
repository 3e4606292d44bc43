import { administersInstallation } from '../../access/caller.ts';
import { changeApp, findAdministeredApp } from '../../apps/administered-apps-store.ts';
import { findApp } from '../../apps/apps-store.ts';
import { recordApp } from '../../apps/record-app.ts';
import { inChange } from '../../change.ts';
import { badRequest, conflict, forbidden, notFound } from '../../errors.ts';
import type { Handler } from '../../operation.ts';
import { narrowTokens } from '../../tokens/grants-store.ts';
import { appRecord } from './app-record.ts';

/**
 * Approves what was submitted, which is in force from then on, or sends it back with words.
 * @see OAUTH-19, OAUTH-20, OAUTH-22
 */
export const reviewApp: Handler<'reviewApp'> = ({ caller, path, body }, context) =>
  inChange(context, caller, async (change) => {
    const { transaction } = change;
    const app = await findApp(transaction, path.client_id);
    if (app === undefined) throw notFound('App not found');
    if (!administersInstallation(caller)) {
      await findAdministeredApp(transaction, caller, path.client_id);
      throw forbidden('Only an administrator of the installation reviews apps.');
    }
    if (app.review !== 'pending') throw conflict('The app does not wait for a review.');
    if (body.decision === 'approve' && body.revision === undefined)
      throw badRequest('An app is approved by the "revision" that was looked at.');
    if (body.revision !== undefined && body.revision !== app.revision)
      throw conflict('The app was changed since that revision; look at it again.');
    const words = body.words?.trim() || null;
    if (body.decision === 'send_back') {
      if (words === null) throw badRequest('An app is sent back with "words" that say why.');
      await changeApp(transaction, app.clientId, { review: 'sent_back', review_words: words });
      await recordApp(change, {
        type: 'oauth_app_review',
        app,
        details: { decision: body.decision },
      });
      return { json: appRecord({ ...app, review: 'sent_back', reviewWords: words }) };
    }
    const { configuration } = app;
    await changeApp(transaction, app.clientId, {
      ...{ state: 'public', review: 'none', review_words: words },
      approved: configuration,
    });
    await narrowTokens(transaction, app, { ...app, approved: configuration });
    const details = { decision: body.decision, revision: app.revision };
    await recordApp(change, { type: 'oauth_app_review', app, details });
    const approved = { ...app, state: 'public' as const, review: 'none' as const, reviewWords: words };
    return { json: appRecord({ ...approved, approved: configuration }) };
  });
