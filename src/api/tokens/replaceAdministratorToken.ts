import { conflict } from '../../errors.ts';
import { administratorTokenPath, replaceTokenFor } from '../../first-administrator.ts';
import type { Handler } from '../../operation.ts';

/** Makes another token for the administrator of the installation, in the file of the one before, which ends. */
export const replaceAdministratorToken: Handler<'replaceAdministratorToken'> = async (
  { caller },
  context,
) => {
  const file = administratorTokenPath(context.config);
  const token = await replaceTokenFor(caller, context.database, context).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.syscall === undefined) throw error;
      throw conflict(`The file ${file} cannot be written (${error.code}). The token stays as it was.`);
    },
  );
  return { json: { token, file } };
};
