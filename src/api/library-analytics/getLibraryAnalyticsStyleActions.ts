import type { Handler } from '../../operation.ts';
import { answerActions } from './answer-actions.ts';
import { styleMembers } from './asset-members.ts';

export const getLibraryAnalyticsStyleActions: Handler<'getLibraryAnalyticsStyleActions'> = (call, context) =>
  answerActions(call, context, 'style', styleMembers);
