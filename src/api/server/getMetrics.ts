import type { Handler } from '../../operation.ts';

export const getMetrics: Handler<'getMetrics'> = async (_call, { metrics, images }) => ({
  text: await metrics.print({ waitingRenders: images.waiting() }),
  contentType: metrics.contentType,
});
