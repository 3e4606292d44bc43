import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** What `/metrics` shows, in Prometheus' text format. */
export interface Metrics {
  observe(operation: string, status: number, seconds: number): void;
  print(now: { readonly waitingRenders: number; readonly passwordsComputed: number }): Promise<string>;
  readonly contentType: string;
}

export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Counter({
    name: 'vitrine_requests_total',
    help: 'Answered requests by operation and status.',
    labelNames: ['operation', 'status'],
    registers: [registry],
  });
  const durations = new Histogram({
    name: 'vitrine_request_duration_seconds',
    help: 'Time from the first byte of a request to the end of its answer, by operation.',
    labelNames: ['operation'],
    buckets: [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30],
    registers: [registry],
  });
  const waiting = new Gauge({
    name: 'vitrine_renders_waiting',
    help: 'Nodes that wait for a thread to render them.',
    registers: [registry],
  });
  const passwords = new Counter({
    name: 'vitrine_passwords_computed_total',
    help: 'Passwords that were hashed, to be stored or compared.',
    registers: [registry],
  });
  return {
    observe: (operation, status, seconds) => {
      requests.inc({ operation, status: String(status) });
      durations.observe({ operation }, seconds);
    },
    print: ({ waitingRenders, passwordsComputed }) => {
      waiting.set(waitingRenders);
      passwords.reset();
      passwords.inc(passwordsComputed);
      return registry.metrics();
    },
    contentType: registry.contentType,
  };
}
