import type { Handler } from '../../operation.ts';
import { applyWorkspace } from '../../workspace-file/apply-workspace.ts';
import { withFreshNames } from './fresh-names.ts';
import { requireTestMode } from './require-test-mode.ts';
import { withAdministrator } from './world-administrator.ts';

/** Loads a world of its own: two worlds of the same file share nothing but the clock. */
export const createTestWorkspace: Handler<'createTestWorkspace'> = async ({ body }, context) => {
  requireTestMode(context);
  const fresh = withFreshNames(body, context.ids);
  const { workspace, token } = withAdministrator(fresh.workspace, context.ids);
  await applyWorkspace(context, workspace);
  return { json: { ids: fresh.ids, tokens: fresh.tokens, adminToken: token } };
};
