import { operationTable } from './generated/operation-table.ts';
import type { Operations } from './generated/types.ts';
import type { OperationContract } from './operation-contract.ts';

export type * from './generated/types.ts';
export type * from './operation-contract.ts';

/** The name of an operation, as its file, its row in the register and the published description have it. */
export type OperationId = keyof typeof operationTable & keyof Operations;

/** Every operation, in the order of the published description. */
export const operationIds = Object.keys(operationTable) as OperationId[];

/** What the contract says of the body of this very operation; a limit that it lacks fails to compile where it is used. */
export function bodyContract<Id extends OperationId>(id: Id): (typeof operationTable)[Id]['body'] {
  return operationTable[id].body;
}

export function operationContract(id: OperationId): OperationContract {
  return operationTable[id];
}
