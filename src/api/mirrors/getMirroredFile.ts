import { isoTime } from '../../iso-time.ts';
import { mirroredSteps } from '../../mirrors/mirrored-steps.ts';
import type { Handler } from '../../operation.ts';
import { fileRecord } from './mirror-record.ts';

export const getMirroredFile: Handler<'getMirroredFile'> = async ({ caller, path }, { database }) => {
  const { file, steps } = await mirroredSteps(database, caller, path.file_key);
  return {
    json: {
      ...fileRecord(file),
      mirror: file.mirrorId,
      steps: steps.map(({ step, state, calls, tookMs, at, reason }) => ({
        step,
        state,
        calls,
        seconds: tookMs / 1000,
        at: isoTime(at),
        ...(reason === null ? {} : { reason }),
      })),
    },
  };
};
