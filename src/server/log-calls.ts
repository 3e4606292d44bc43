import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { type OperationId, operationContract } from '../contract/contract.ts';
import type { LoggedCall } from '../events/logged-call.ts';
import { beforeAnswer } from './before-answer.ts';
import { credentialsOf, maskSecrets } from './secret-values.ts';

/**
 * Tells the developer log of every call of the interface by a token that is known; our own operations are none,
 * and neither is what pages call by a session.
 */
export function logCalls(app: FastifyInstance, { developerLog, clock, ids, config }: Context): void {
  beforeAnswer(app, ({ id, operation, caller, params, headers }, status) => {
    if (operation === undefined || caller === undefined || caller.csrfToken !== undefined) return;
    const { path, tier } = operationContract(operation as OperationId);
    if (tier === null) return;
    const named = resourceOf(params as Record<string, string | undefined>);
    const masked = (text: string) => maskSecrets(credentialsOf(headers, config.tokenHeaders))(text);
    // What an answered call named is there, and no token.
    const resource = named && status >= 400 ? { ...named, id: masked(named.id) } : named;
    const at = clock.now();
    developerLog.add({ id, at, ordinal: ids.ordered(), path, caller, resource, status });
  });
}

/** What the path names. */
export function resourceOf(params: Readonly<Record<string, string | undefined>>): LoggedCall['resource'] {
  const { file_key: file, team_id: team } = params;
  const project = params.project_id ?? params.folder_id;
  if (file !== undefined) return { type: 'file', id: file };
  if (project !== undefined) return { type: 'project', id: project };
  return team === undefined ? undefined : { type: 'team', id: team };
}
