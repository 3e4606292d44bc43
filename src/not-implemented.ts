import { findVisibleFile } from './api/files/store.ts';
import type { Context } from './context.ts';
import type { OperationId } from './contract/contract.ts';
import { ApiError } from './errors.ts';
import type { Call, Handler } from './operation.ts';

/** Operations that later versions bring. Each stands in the register with one of the handlers made here. */
const comingLater = new WeakSet<object>();

/** Whether the register has a handler that says "not implemented" for an operation. */
export function isNotImplemented(handler: object): boolean {
  return comingLater.has(handler);
}

/**
 * A handler for an operation that is not there yet: after the checks that it will have, it answers 501. Caller,
 * scope and parameters were checked before it, as everywhere.
 */
export function notImplementedAfter<Id extends OperationId>(
  check: (call: Call<Id>, context: Context) => Promise<unknown>,
): Handler<Id> {
  const handler: Handler<Id> = async (call, context) => {
    await check(call, context);
    throw new ApiError(501, 'Not implemented: this version of the server does not have this operation yet.');
  };
  comingLater.add(handler);
  return handler;
}

/** The same for most operations: a file that the path names has to be there for the caller. @see ruling H10 */
export const notImplemented: <Id extends OperationId>(call: Call<Id>, context: Context) => Promise<never> =
  notImplementedAfter(async ({ caller, path }, context) => {
    if ('file_key' in path) await findVisibleFile(context.database, caller, path.file_key);
  }) as never;
