import type { TableName } from './table-list.ts';

/**
 * The table that transactions lock ahead of all others: changes beside one another, and a restore alone. So it waits
 * until those under way are through, while it holds nothing that they need, and those to come are told so at once: they
 * wait without a connection. The lock goes with the connection of who restores, however that one ends.
 */
export const gateOfChanges = 'settings' satisfies TableName;

/**
 * What a change begins with, beside its isolation. The gate takes no snapshot: a change that had to wait sees what was
 * restored meanwhile. And PostgreSQL, which reads all of a small table in place of looking a row up, then takes the
 * change for one that has seen every row, and ends it for others that write any of them. Until version 18 it takes what
 * it should not do and has to for so dear that it would be worth compiling.
 */
export const changeBeginning = [
  `lock table ${gateOfChanges} in row share mode nowait`,
  'set local enable_seqscan = off',
  'set local jit = off',
] as const;

/** Of what changes something; the schema, a restore and what only reads begin otherwise. */
export const isChangeBeginning = (statement: string): boolean =>
  /^start transaction isolation level (serializable|read committed)$/.test(statement);
