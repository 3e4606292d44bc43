import type { Handler } from '../../operation.ts';
import { answerUsages } from './answer-usages.ts';
import { componentMembers } from './asset-members.ts';

export const getLibraryAnalyticsComponentUsages: Handler<'getLibraryAnalyticsComponentUsages'> = (
  call,
  context,
) => answerUsages(call, context, 'component', componentMembers);
