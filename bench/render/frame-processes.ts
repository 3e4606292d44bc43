import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { childEnvironment } from '../../src/config.ts';
import { heapMb } from '../../src/images/render-process.ts';
import { heapFlags } from '../../src/processes/start-child.ts';

/**
 * What a process draws: `ours` is the whole way from the nodes, `unseen` the same with texts that were never drawn,
 * `limit` what no renderer on Skia is faster than.
 */
export interface FrameTask {
  readonly work: 'ours' | 'unseen' | 'limit';
  readonly scale: number;
  readonly count: number;
}

/** Milliseconds of a picture: by the clock, where all processes draw at once, and of processor time. */
export interface PictureTime {
  readonly clockMs: number;
  readonly cpuMs: number;
}

/** Processes that draw the frame side by side. */
export interface FrameProcesses {
  /** Where so many of them draw `count` pictures each. */
  eachPicture(task: FrameTask, processes: number): Promise<PictureTime>;
  close(): void;
}

/** How processes are started: as the server starts those that draw, or as Node does by itself. */
const starts = {
  served: { execArgv: heapFlags(heapMb), env: childEnvironment() },
  plain: {},
} as const;

export function openFrameProcesses(most: number, start: keyof typeof starts): FrameProcesses {
  const program = fileURLToPath(new URL('./frame-drawer.ts', import.meta.url));
  const children = Array.from({ length: most }, () => fork(program, starts[start]));
  const draw = async (child: ChildProcess, task: FrameTask): Promise<PictureTime> => {
    child.send(task);
    const [time] = (await once(child, 'message')) as [PictureTime];
    return time;
  };
  return {
    eachPicture: async (task, processes) => {
      const times = await Promise.all(children.slice(0, processes).map((child) => draw(child, task)));
      const pictures = processes * task.count;
      return {
        clockMs: Math.max(...times.map(({ clockMs }) => clockMs)) / pictures,
        cpuMs: times.reduce((sum, { cpuMs }) => sum + cpuMs, 0) / pictures,
      };
    },
    close: () => {
      for (const child of children) child.disconnect();
    },
  };
}
