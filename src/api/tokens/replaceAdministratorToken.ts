import { administersInstallation } from '../../access/caller.ts';
import { conflict, forbidden } from '../../errors.ts';
import {
  administratorTokenPath,
  replaceAdministratorToken as replaceToken,
} from '../../first-administrator.ts';
import type { Handler } from '../../operation.ts';

/** Makes another token for the administrator of the installation, in the file of the one before, which ends. */
export const replaceAdministratorToken: Handler<'replaceAdministratorToken'> = async (
  { caller },
  context,
) => {
  if (!administersInstallation(caller))
    throw forbidden('Only the administrator of this installation may replace this token.');
  const file = administratorTokenPath(context.config);
  const token = await replaceToken(context.database, context).catch((error: NodeJS.ErrnoException) => {
    if (error.syscall === undefined) throw error;
    throw conflict(`The file ${file} cannot be written (${error.code}). The token stays as it was.`);
  });
  return { json: { token, file } };
};
