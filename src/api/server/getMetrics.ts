import type { Handler } from '../../operation.ts';

export const getMetrics: Handler<'getMetrics'> = async (_call, { metrics, images, passwords }) => ({
  text: await metrics.print({ waitingRenders: images.waiting(), passwordsComputed: passwords.made() }),
  contentType: metrics.contentType,
});
