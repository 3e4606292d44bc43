import { ApiError } from '../../errors.ts';
import type { Handler } from '../../operation.ts';

/** Says whether requests should come here. @throws ApiError 503 where they shouldn't */
export const getReadiness: Handler<'getReadiness'> = async (_call, { readiness }) => {
  const whyNot = await readiness.whyNot();
  if (whyNot !== undefined) throw new ApiError(503, whyNot);
  return { json: { status: 'ready' } };
};
