/** What this process has done over again or waited for at its databases; pools and transactions know nobody who shows it. */
const counts = { transactionsRepeated: 0, connectionWaits: 0, connectionWaitMs: 0 };

export type DatabaseCounts = Readonly<typeof counts>;

export const databaseCounts = (): DatabaseCounts => ({ ...counts });

export function countRepeat(): void {
  counts.transactionsRepeated += 1;
}

export function countConnectionWait(ms: number): void {
  counts.connectionWaits += 1;
  counts.connectionWaitMs += ms;
}
