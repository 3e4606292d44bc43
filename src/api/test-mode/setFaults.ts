import { type OperationId, operationIds } from '../../contract/contract.ts';
import { badRequest } from '../../errors.ts';
import type { Handler } from '../../operation.ts';
import type { Fault } from '../../test-mode.ts';
import { durationMs } from './duration.ts';
import { requireTestMode } from './require-test-mode.ts';

const longestDelayMs = 3_600_000;

/** Adds a fault behind those that are set: each is used up before the next of its operation begins. */
export const setFaults: Handler<'setFaults'> = async ({ body }, context) => {
  const testMode = requireTestMode(context);
  const { delay, ...fault } = body;
  if (!operationIds.includes(fault.operation as OperationId)) {
    throw badRequest(`There is no operation "${fault.operation.slice(0, 100)}".`);
  }
  const added: Fault = { ...fault, ...(delay === undefined ? {} : { delayMs: delayMsOf(delay) }) };
  if (!doesSomething(added)) {
    throw badRequest('Say what the calls do instead: "status", "delay", "cutBodyAt" or "failRender".');
  }
  testMode.faults.push(added);
  return { json: body };
};

function delayMsOf(delay: string): number {
  const ms = durationMs(delay);
  if (ms > longestDelayMs) throw badRequest('"delay" is an hour at the most.');
  return ms;
}

function doesSomething({ status, delayMs, cutBodyAt, failRender }: Fault): boolean {
  return status !== undefined || delayMs !== undefined || cutBodyAt !== undefined || failRender === true;
}
