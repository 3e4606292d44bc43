import type { Handler } from '../../operation.ts';
import { answerActions } from './answer-actions.ts';
import { componentMembers } from './asset-members.ts';

export const getLibraryAnalyticsComponentActions: Handler<'getLibraryAnalyticsComponentActions'> = (
  call,
  context,
) => answerActions(call, context, 'component', componentMembers);
