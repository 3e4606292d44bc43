import { isDeepStrictEqual } from 'node:util';
import { changeApp, findAdministeredApp } from '../../apps/administered-apps-store.ts';
import { changedConfiguration, refuseIncomplete } from '../../apps/app-configuration.ts';
import { recordApp } from '../../apps/record-app.ts';
import { inChange } from '../../change.ts';
import { badRequest } from '../../errors.ts';
import type { Handler } from '../../operation.ts';
import { narrowTokens } from '../../tokens/grants-store.ts';
import { appRecord } from './app-record.ts';

/**
 * Saves what was changed. A draft may be left half done, and a private app on its way to a public one; changing
 * what waits for its review takes it back. A change of a public app waits for the next review, where it is not
 * back to what was approved. Tokens lose a scope as it is given up.
 *
 * @see OAUTH-04, OAUTH-21, OAUTH-22, OAUTH-27
 */
export const updateApp: Handler<'updateApp'> = ({ caller, path, body }, context) =>
  inChange(context, caller, async (change) => {
    const { transaction } = change;
    const app = await findAdministeredApp(transaction, caller, path.client_id);
    const configuration = await changedConfiguration(app.configuration, body);
    if (app.state !== 'draft') refuseIncomplete({ ...configuration, visibility: app.state });
    if (app.state === 'public' && configuration.visibility === 'private')
      throw badRequest('A public app cannot be made private: people outside of its organization use it.');
    const isWaiting = app.state === 'public' && !isDeepStrictEqual(configuration, app.approved);
    const review = isWaiting ? ('pending' as const) : ('none' as const);
    const submittedAt = isWaiting ? context.clock.now() : null;
    const revision = app.revision + 1;
    await changeApp(transaction, app.clientId, {
      configuration,
      revision,
      review,
      submitted_at: submittedAt,
    });
    await narrowTokens(transaction, app, { ...app, configuration });
    const changed = (Object.keys(configuration) as (keyof typeof configuration)[]).filter(
      (name) => JSON.stringify(configuration[name]) !== JSON.stringify(app.configuration[name]),
    );
    const details = { changed, revision };
    await recordApp(change, { type: 'oauth_app_update', app, details });
    return { json: appRecord({ ...app, configuration, revision, review, submittedAt }) };
  });
