import type { Context } from '../context.ts';
import { requestLine, type ToldRequest } from './request-log.ts';

/** Counts an answered request, and writes its line. */
export function tellOfRequest(
  request: ToldRequest,
  answered: { readonly status: number; readonly durationMs: number },
  { metrics, log, config }: Pick<Context, 'metrics' | 'log' | 'config'>,
): void {
  const { status, durationMs } = answered;
  metrics.observe(request.operation ?? 'unknown', status, durationMs / 1000);
  const level = isFailure(status) ? 'error' : 'info';
  if (log.isLevelEnabled(level)) log[level](requestLine(request, answered, config.tokenHeaders), 'request');
}

/** Writes the line of a request whose client did not wait for its answer. */
export function tellOfHangUp(request: ToldRequest, { log, config }: Pick<Context, 'log' | 'config'>): void {
  log.info(requestLine(request, { status: 499, durationMs: 0 }, config.tokenHeaders), 'the client hung up');
}

/** 501 is said on purpose. */
const isFailure = (status: number): boolean => status >= 500 && status !== 501;
