import type { Activity } from './activity-query.ts';

const head = ['time', 'event', 'actor', 'entity', 'address', 'details'];

/** Hands rows over as a file that spreadsheets read. */
export function saveAsCsv(rows: readonly Activity[]): void {
  const lines = rows.map(({ timestamp, action, actor, entity, context }) => [
    new Date(timestamp * 1000).toISOString(),
    action.type,
    JSON.stringify(actor),
    JSON.stringify(entity),
    context.ip_address,
    JSON.stringify(action.details ?? null),
  ]);
  const text = [head, ...lines].map((line) => line.map(cellOf).join(',')).join('\r\n');
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/csv' }));
  link.download = 'activity.csv';
  link.click();
  URL.revokeObjectURL(link.href);
}

/** Quoted; what a spreadsheet would take for a formula begins with an apostrophe. */
const cellOf = (value: unknown): string => {
  const text = String(value ?? '');
  return `"${(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
};
