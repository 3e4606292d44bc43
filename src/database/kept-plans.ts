/** Names of statements that every connection to PostgreSQL plans once: planning one takes longer than answering it. */
const names = new Map<string, string>();
let named = 0;

/** For statements of a fixed text and few values, whose plan depends on none of these. */
export function keepPlanOf(statement: string): void {
  if (!names.has(statement)) names.set(statement, freshName());
}

/** The name under which connections keep its plan, changes another one; undefined where they plan it anew each time. */
export function keptPlanOf(statement: string, isOfChange: boolean): string | undefined {
  const name = names.get(statement);
  return name !== undefined && isOfChange ? `${name} of changes` : name;
}

/** Has connections plan the statement anew: its tables have changed. */
export function forgetPlanOf(statement: string): void {
  if (names.has(statement)) names.set(statement, freshName());
}

function freshName(): string {
  named += 1;
  return `kept ${named}`;
}

/** PostgreSQL: the columns of what a kept plan answers are others now. Another process brought the schema further. */
export const isPlanOfOldTables = (error: unknown): boolean =>
  error instanceof Error &&
  (error as { code?: string }).code === '0A000' &&
  /cached plan/.test(error.message);
