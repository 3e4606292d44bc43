import { type Answer, call } from '../../api/call.ts';
import { queries } from '../../api/queries.ts';

export type WaitingApp = Answer<'GET /workspace/v1/apps'>['apps'][number];

/** Those that have waited longest; the others come as these are decided. */
export const reviewsQuery = {
  queryKey: ['reviews'],
  queryFn: () => call('GET /workspace/v1/apps', { query: { review: 'pending', page_size: 20 } }),
} as const;

/** Of the revision that was looked at; another one is not reviewed by it. */
export async function review(
  { client_id, revision }: WaitingApp,
  decision: 'approve' | 'send_back',
  words: string,
): Promise<void> {
  await call('POST /workspace/v1/apps/{client_id}/review', {
    path: { client_id },
    body: { decision, revision, ...(words === '' ? {} : { words }) },
  });
}

export const lookAgain = () => queries.invalidateQueries(reviewsQuery);
