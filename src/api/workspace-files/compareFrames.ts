import { type FramePage, framePageText } from '../../compare/frame-page.ts';
import { exactNodeId } from '../../contract/branded-ids.ts';
import type { ChangedFrame } from '../../contract/contract.ts';
import type { Handler } from '../../operation.ts';
import { type ComparedPictures, comparedPictures } from './compared-pictures.ts';
import { comparedVersions, versionRecord } from './compared-versions.ts';

const usualFrames = 50;
/** Of a page whose pixels are counted; drawing goes on for so long with the next frame. */
const usualCounted = 10;
const countingMs = 10_000;

/** The frames in which something changed between two versions, with how much of their pictures where that is asked for. */
export const compareFrames: Handler<'compareFrames'> = async (call, context) => {
  const { query } = call;
  const isCounted = query.pixels === true;
  const compared = await comparedVersions(call, context);
  const mostFrames = query.page_size ?? (isCounted ? usualCounted : usualFrames);
  const bounds = { skipped: compared.skipped, mostFrames };
  const page = await compared.once(['frames', compared.skipped, mostFrames], (versions) =>
    framePageText(versions, bounds),
  );
  const { frames, hasMore } = JSON.parse(page) as FramePage;
  const told = isCounted ? await counted(frames, await comparedPictures(call, context, compared)) : frames;
  const isEnd = !hasMore && told.length === frames.length;
  return {
    json: {
      from: versionRecord(compared.from),
      to: versionRecord(compared.to),
      frames: told,
      ...(isEnd ? {} : { next_cursor: compared.cursorBehind(told.length) }),
    },
  };
};

/** At least one frame, and no more than there is time for. */
async function counted(
  frames: readonly ChangedFrame[],
  { count }: ComparedPictures,
): Promise<ChangedFrame[]> {
  const startedAt = performance.now();
  const told: ChangedFrame[] = [];
  for (const frame of frames) {
    told.push({ ...frame, pixels: (await count(exactNodeId(frame.id))) ?? null });
    if (performance.now() - startedAt > countingMs) break;
  }
  return told;
}
