import type { Context } from '../context.ts';
import { hungUpStatus } from './hang-up.ts';
import { requestLine, type ToldRequest } from './request-log.ts';

/** Counts a request that is over, and writes its line. */
export function tellOfRequest(
  request: ToldRequest,
  answered: { readonly status: number; readonly durationMs: number },
  { metrics, log, config }: Pick<Context, 'metrics' | 'log' | 'config'>,
): void {
  const { status, durationMs } = answered;
  metrics.observe(request.operation ?? 'unknown', status, durationMs / 1000);
  const level = isFailure(status) ? 'error' : 'info';
  if (!log.isLevelEnabled(level)) return;
  const message = status === hungUpStatus ? 'the client hung up' : 'request';
  log[level](requestLine(request, answered, config.tokenHeaders), message);
}

/** 501 is said on purpose. */
const isFailure = (status: number): boolean => status >= 500 && status !== 501;
