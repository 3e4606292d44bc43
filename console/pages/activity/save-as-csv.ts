import type { Activity } from './activity-query.ts';

const head = ['time', 'event', 'actor', 'entity', 'address', 'details'];

/** Hands rows over as a file that spreadsheets read. */
export function saveAsCsv(rows: readonly Activity[]): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([csvOf(rows)], { type: 'text/csv' }));
  link.download = 'activity.csv';
  link.click();
  URL.revokeObjectURL(link.href);
}

export function csvOf(rows: readonly Activity[]): string {
  const lines = rows.map(({ timestamp, action, actor, entity, context }) => [
    new Date(timestamp * 1000).toISOString(),
    action.type,
    JSON.stringify(actor),
    JSON.stringify(entity),
    context.ip_address,
    JSON.stringify(action.details ?? null),
  ]);
  return [head, ...lines].map((line) => line.map(cellOf).join(',')).join('\r\n');
}

/** What begins a formula, also in full width, at the beginning of a cell or where one begins for programs that separate otherwise. */
const formula = /(?=[=+\-@\t\r\uff1d\uff0b\uff0d\uff20])(?<=(?:^|[;,\t\r\n"']) *)/g;

/** Quoted; what a spreadsheet would take for a formula has an apostrophe before it. */
const cellOf = (value: unknown): string =>
  `"${String(value ?? '')
    .replace(formula, "'")
    .replaceAll('"', '""')}"`;
