import type { Outcome } from './attack.ts';
import type { Finding } from './attack-operation.ts';
import type { Outgoing } from './sender.ts';

/** A finding with how to see it again: by its seed, or by hand. */
export function findingText({ operation, sentence, seed, path, sent }: Finding, url: string): string {
  return [
    `✗ ${sentence}`,
    `  again: npm run check:contract -- --operation ${operation} --seed ${seed}${path === '' ? '' : ` --path ${path}`}`,
    ...sent.map((outgoing) => `  ${curlOf(outgoing, url)}`),
  ].join('\n');
}

/** What a curl line can say of a request; bytes that are no text are only counted. */
function curlOf({ method, path, headers, body }: Outgoing, url: string): string {
  const named = Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`);
  const text = typeof body === 'string' ? body : body && `(${body.length} bytes)`;
  const sent = text === undefined ? [] : [`--data-binary ${quoted(text)}`];
  return [`curl -k -X ${method}`, ...named, ...sent, quoted(`${url}${path}`)].join(' ');
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** The last lines: how much was asked, how it was answered, and which operations never took anything. */
export function summaryOf(
  { requests, statuses, findings, neverTaken, unrepeated }: Outcome,
  tookMs: number,
): string {
  const counts = [...statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${count} × ${status}`);
  return [
    ...[...neverTaken].map(([operation, why]) => `Never taken: ${operation}, since ${why}`),
    ...unrepeated.map((sentence) => `Seen once and not again: ${sentence}`),
    `${requests} requests in ${Math.round(tookMs / 1000)} s: ${counts.join(', ')}`,
    `${findings.length} findings`,
  ].join('\n');
}
