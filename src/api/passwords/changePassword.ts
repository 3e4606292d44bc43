import { changePassword as change, preparePasswordChange } from '../../accounts/change-password.ts';
import { mailPasswordChanged } from '../../accounts/mail-password-changed.ts';
import { inChange } from '../../change.ts';
import type { Handler } from '../../operation.ts';

/** Changes the caller's password: who sits at an open browser does not know the one before. */
export const changePassword: Handler<'changePassword'> = async ({ caller, body }, context) => {
  const { current_password: current, new_password: next } = body;
  const wanted = await preparePasswordChange(context, caller, { current, next });
  mailPasswordChanged(context, await inChange(context, caller, (made) => change(made, wanted)));
  return { json: { status: 200, error: false } };
};
