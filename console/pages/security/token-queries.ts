import { type Answer, call } from '../../api/call.ts';
import { callAll } from '../../api/call-all.ts';
import { queries } from '../../api/queries.ts';

export type MadeToken = Answer<'POST /workspace/v1/me/tokens'>;

export const tokensQuery = {
  queryKey: ['tokens'],
  queryFn: () => callAll('GET /workspace/v1/me/tokens'),
} as const;

export async function revokeToken(id: string): Promise<void> {
  await call('DELETE /workspace/v1/me/tokens/{token_id}', { path: { token_id: id } });
  await queries.invalidateQueries(tokensQuery);
}
