import type { Handler } from '../../operation.ts';

export const getMetrics: Handler<'getMetrics'> = async (_call, { metrics }) => ({
  text: await metrics.print(),
  contentType: metrics.contentType,
});
