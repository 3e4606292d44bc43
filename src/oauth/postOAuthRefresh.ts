import type { Handler } from '../operation.ts';
import { refreshToken } from './refresh-token.ts';
import { tokenAnswer } from './token-answer.ts';

/** The older address for refreshing; what it is for goes without saying there. @see OAUTH-59, VER-05 */
export const postOAuthRefresh: Handler<'postOAuthRefresh'> = async (call, context) =>
  tokenAnswer(await refreshToken(call, context));
