import type { Handler } from '../../operation.ts';
import { answerActions } from './answer-actions.ts';
import { variableMembers } from './asset-members.ts';

export const getLibraryAnalyticsVariableActions: Handler<'getLibraryAnalyticsVariableActions'> = (
  call,
  context,
) => answerActions(call, context, 'variable', variableMembers);
