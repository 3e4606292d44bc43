import type { Handler } from '../../operation.ts';
import { answerUsages } from './answer-usages.ts';
import { styleMembers } from './asset-members.ts';

export const getLibraryAnalyticsStyleUsages: Handler<'getLibraryAnalyticsStyleUsages'> = (call, context) =>
  answerUsages(call, context, 'style', styleMembers);
