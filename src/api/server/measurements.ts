import type { Context } from '../../context.ts';

/** What is measured at the moment, in the text form of Prometheus. */
export async function measurementsOf({ metrics, images, passwords }: Context) {
  return {
    text: await metrics.print({ waitingRenders: images.waiting(), passwordsComputed: passwords.made() }),
    contentType: metrics.contentType,
  };
}
