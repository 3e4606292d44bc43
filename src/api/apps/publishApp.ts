import { isDeepStrictEqual } from 'node:util';
import { changeApp, findAdministeredApp } from '../../apps/administered-apps-store.ts';
import { refuseIncomplete } from '../../apps/app-configuration.ts';
import { recordApp } from '../../apps/record-app.ts';
import { inChange } from '../../change.ts';
import type { Handler } from '../../operation.ts';
import { appRecord } from './app-record.ts';

/**
 * Ends the configuration flow: a private app is published at once, a public one is submitted to its review.
 * @see OAUTH-18, OAUTH-19
 */
export const publishApp: Handler<'publishApp'> = ({ caller, path }, context) =>
  inChange(context, caller, async (change) => {
    const { transaction } = change;
    const app = await findAdministeredApp(transaction, caller, path.client_id);
    refuseIncomplete(app.configuration);
    if (app.configuration.visibility === 'private') {
      await changeApp(transaction, app.clientId, { state: 'private' });
      if (app.state !== 'private') {
        const details = { state: 'private' };
        await recordApp(change, { type: 'oauth_app_publish', app, details });
      }
      return { json: appRecord({ ...app, state: 'private' }) };
    }
    const isApproved = isDeepStrictEqual(app.approved, app.configuration);
    if (isApproved || app.review === 'pending') return { json: appRecord(app) };
    const submittedAt = context.clock.now();
    await changeApp(transaction, app.clientId, { review: 'pending', submitted_at: submittedAt });
    const details = { review: 'pending', revision: app.revision };
    await recordApp(change, { type: 'oauth_app_publish', app, details });
    return { json: appRecord({ ...app, review: 'pending', submittedAt }) };
  });
