import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { type Answer, call } from '../../api/call.ts';
import { NotYet, ServerRefusal } from '../../api/refusals.ts';
import { emptyFileWords } from '../../file-page/empty-file-words.ts';
import { comparedFile } from './compared-file.ts';

/** Two sides of a file that are compared. */
export interface Sides {
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

type Frames = Answer<'GET /workspace/v1/files/{file_key}/diff/frames'>;
type Changes = Answer<'GET /workspace/v1/files/{file_key}/diff'>;

export type ChangedFrame = Frames['frames'][number];
export type NodeChange = Changes['changes'][number];

/** The file with its branches. */
export const fileQuery = (file: string) =>
  queryOptions({
    queryKey: ['compared-file', file],
    queryFn: async () => {
      const path = { file_key: file };
      const facts = call('GET /viewer/v1/files/{file_key}', { path });
      const whole = call('GET /v1/files/{file_key}', { path, query: { depth: 1, branch_data: true } });
      const [answer, { archived }] = await Promise.all([
        whole.catch((error: unknown) => sayWhereEmpty(error, facts)),
        facts,
      ]);
      return comparedFile(answer, archived);
    },
  });

/** @throws NotYet where the file is there, and nothing is in it */
async function sayWhereEmpty(error: unknown, facts: Promise<unknown>): Promise<never> {
  await facts;
  if (error instanceof ServerRefusal && error.status === 404) throw new NotYet(emptyFileWords);
  throw error;
}

const fewFrames = 50;

/** Frames in which something changed, a page at a time. */
export const framesQuery = ({ file, from, to }: Sides) =>
  infiniteQueryOptions({
    queryKey: ['compared-frames', file, from, to],
    queryFn: ({ pageParam: cursor }) =>
      call('GET /workspace/v1/files/{file_key}/diff/frames', {
        path: { file_key: file },
        query: { from, to, page_size: fewFrames, ...(cursor === '' ? {} : { cursor }) },
      }),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }: Frames) => next_cursor,
  });

const fewChanges = 100;

/** What changed node by node, a page at a time. */
export const changesQuery = ({ file, from, to }: Sides) =>
  infiniteQueryOptions({
    queryKey: ['compared-nodes', file, from, to],
    queryFn: ({ pageParam: cursor }) =>
      call('GET /workspace/v1/files/{file_key}/diff', {
        path: { file_key: file },
        query: { from, to, page_size: fewChanges, ...(cursor === '' ? {} : { cursor }) },
      }),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }: Changes) => next_cursor,
  });
