import { notFound } from '../../errors.ts';
import type { Handler } from '../../operation.ts';
import { passwordHashOf } from '../../people/password-store.ts';

/** Who is signed in. The token of its writes is in the answer, which no page of another origin can read. */
export const getSession: Handler<'getSession'> = async ({ caller: { user, csrfToken } }, context) => {
  if (csrfToken === undefined) throw notFound('No session');
  const { id, handle, email, role, seat } = user;
  const organization = user.organizationId;
  return {
    json: {
      user: { id, handle, email, img_url: user.imgUrl, organization, role, seat },
      administers_installation: user.installationAdmin,
      sign_in: {
        password: (await passwordHashOf(context.database, id)) !== null,
        provider: context.singleSignOn?.settings.label ?? null,
      },
      csrf_token: csrfToken,
    },
    headers: { 'cache-control': 'no-store' },
  };
};
