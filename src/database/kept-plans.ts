/** Names of statements that every connection to PostgreSQL plans once: planning one takes longer than answering it. */
const names = new Map<string, string>();

/** For statements of a fixed text and few values, whose plan depends on none of these. */
export function keepPlanOf(statement: string): void {
  if (!names.has(statement)) names.set(statement, `kept ${names.size + 1}`);
}

/** The name under which connections keep its plan; undefined where they plan it anew each time. */
export const keptPlanOf = (statement: string): string | undefined => names.get(statement);
