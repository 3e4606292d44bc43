import type { Answer } from '../../contract/calls.ts';

type Comparison = Answer<'GET /workspace/v1/files/{file_key}/diff'>;

export type Counts = Comparison['summary'];
export type Change = Comparison['changes'][number];

/** What changed, a part at a time; the counts are those of all. */
export type ChangePages = AsyncIterable<Pick<Comparison, 'summary' | 'changes'>>;
