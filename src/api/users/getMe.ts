import type { Handler } from '../../operation.ts';

/** The user that the token acts as. */
export const getMe: Handler<'getMe'> = async ({ caller }) => {
  const { id, handle, imgUrl, email } = caller.user;
  return { json: { id, handle, img_url: imgUrl, email } };
};
