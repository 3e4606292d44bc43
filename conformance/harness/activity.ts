import type { Answer } from './client.ts';
import type { World } from './world.ts';

/** One event of the activity logs. */
export interface ActivityEvent {
  readonly id: string;
  readonly timestamp: number;
  readonly actor: { readonly id: string; readonly name: string; readonly email: string };
  readonly action: { readonly type: string; readonly details: Record<string, unknown> | null };
  readonly entity: Record<string, unknown>;
  readonly context: Record<string, unknown>;
}

/** Tokens by which Alice and others read activity logs, beside those of the cast. */
export const appToken = (token: string, scopes: readonly string[] = ['org:activity_log_read']) => ({
  name: token,
  token,
  kind: 'oauth',
  scopes,
});

/** Reads activity logs as an app does: by a bearer token. */
export function readLogs(world: World, query = '', token = 'alice-app'): Promise<Answer> {
  const authorization = `Bearer ${world.token(token)}`;
  return world.call('GET', `/v1/activity_logs${query}`, { as: null, headers: { authorization } });
}

export async function eventsOf(world: World, query = '', token = 'alice-app'): Promise<ActivityEvent[]> {
  const answer = await readLogs(world, query, token);
  if (answer.status !== 200) throw new Error(`The logs answered ${answer.status}: ${answer.text}`);
  return answer.json.meta.activity_logs;
}
