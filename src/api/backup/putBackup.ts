import { restoreInstallation } from '../../backup/restore-installation.ts';
import type { Handler } from '../../operation.ts';

/** Puts a backup in the place of everything. */
export const putBackup: Handler<'putBackup'> = async ({ caller, body }, context) => ({
  json: await restoreInstallation(context, caller, body),
});
