import type { TableName } from './table-list.ts';

/**
 * The table that transactions lock ahead of all others: changes beside one another, and a restore alone. So it waits
 * until those under way are through, while it holds nothing that they need, and those to come wait for it.
 */
export const gateOfChanges = 'settings' satisfies TableName;

/** Takes no snapshot: a change that had to wait sees what was restored meanwhile. */
export const passGate = `lock table ${gateOfChanges} in row share mode`;

/** Of what changes something; the schema, a restore and what only reads begin otherwise. */
export const isChangeBeginning = (statement: string): boolean =>
  /^start transaction isolation level (serializable|read committed)$/.test(statement);
