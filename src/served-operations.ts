import type { Context } from './context.ts';
import { type OperationId, operationContract } from './contract/contract.ts';
import type { IsServed } from './contract/published-document.ts';

/** What a server has of test mode. */
export type TestParts = Pick<Context, 'testMode' | 'testClock'>;

/** Which operations a server answers: those of test mode are not there without it, and of several servers its clock alone. */
export const servedBy =
  ({ testMode, testClock }: TestParts): IsServed =>
  (id: OperationId) =>
    id === 'getClock' || id === 'setClock'
      ? testClock !== undefined
      : testMode !== undefined || !operationContract(id).path.startsWith('/test/');
