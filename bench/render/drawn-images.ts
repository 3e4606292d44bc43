import { askWell } from '../timed-client.ts';
import type { Vitrine } from '../vitrine.ts';

/** Scales at which nothing was drawn before, all of about the same size; each is this much above the one before. */
export function scales(step: number): () => number {
  let used = 0;
  return () => {
    used += 1;
    return 1 + used * step;
  };
}

/** How many images these servers have drawn so far, by what they measure of themselves. */
export async function drawnBy(servers: readonly Vitrine[]): Promise<number> {
  let drawn = 0;
  for (const { client } of servers) {
    const { bytes } = await askWell(client, '/metrics');
    drawn += Number(/^vitrine_images_total\{how="drawn"\} (\d+)$/m.exec(bytes.toString())?.[1] ?? 0);
  }
  return drawn;
}
