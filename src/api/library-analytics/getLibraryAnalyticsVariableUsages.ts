import type { Handler } from '../../operation.ts';
import { answerUsages } from './answer-usages.ts';
import { variableMembers } from './asset-members.ts';

export const getLibraryAnalyticsVariableUsages: Handler<'getLibraryAnalyticsVariableUsages'> = (
  call,
  context,
) => answerUsages(call, context, 'variable', variableMembers);
