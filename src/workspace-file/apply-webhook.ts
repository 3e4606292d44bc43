import type { Change } from '../change.ts';
import type { Context } from '../context.ts';
import { fileKeyOf } from '../contract/branded-ids.ts';
import type { WorkspaceFileWebhook } from '../contract/contract.ts';
import { badRequest } from '../errors.ts';
import { changeWebhook } from '../webhooks/change-webhook.ts';
import { createWebhook } from '../webhooks/create-webhook.ts';
import { lapseOfWebhook } from '../webhooks/maker-store.ts';
import { findManagedContext } from '../webhooks/managed-webhooks-store.ts';
import { type Attached, findWebhook, webhookById } from '../webhooks/webhooks-store.ts';
import { type Applying, bring } from './applying.ts';
import { requireFile, requireRow } from './named-things-store.ts';

/**
 * Refuses endpoints that would not be called, before anything is changed.
 * @throws ApiError 400 naming the endpoint
 */
export async function refuseEndpoints(
  { receivers }: Context,
  entries: readonly WorkspaceFileWebhook[],
): Promise<void> {
  for (const endpoint of new Set(entries.map((entry) => entry.endpoint))) {
    const refusal = await receivers.refusalOf(endpoint);
    if (refusal !== undefined) throw badRequest(`The webhook to "${endpoint}" is refused: ${refusal}`);
  }
}

/** A webhook that is there by its id (or, without one, by event, context and endpoint) is changed. No PING is sent. */
export async function applyWebhook(applying: Applying, entry: WorkspaceFileWebhook): Promise<void> {
  const { change, report } = applying;
  const { transaction, context } = change;
  const title = `The webhook to "${entry.endpoint}"`;
  const attached = { context: entry.context, contextId: entry.context_id };
  const teamId = await requireAttached(change, attached, title);
  await requireRow(transaction, 'users', entry.creator, title);
  const content = { eventType: entry.event_type, endpoint: entry.endpoint, ...attached };
  const present = await (entry.id === undefined
    ? findWebhook(transaction, content)
    : webhookById(transaction, entry.id));
  const id = entry.id ?? present?.id ?? context.ids.digits();
  const { passcode, status, description, creator: creatorId } = entry;
  const answering = creatorId === undefined ? {} : { creatorId, appId: null, planOf: null };
  const told = { ...content, passcode, status, description };
  await bring(
    applying,
    { kind: 'webhook', id, title },
    {
      present,
      wanted: { ...told, teamId, ...answering },
      create: () =>
        createWebhook(change, { ...told, passcode: passcode ?? '', id, creatorId, isUncounted: true }),
      change: ({ eventType, endpoint, passcode, status, description }) => {
        const changes = { eventType, endpoint, passcode, status, description };
        return changeWebhook(change, id, { ...changes, attachTo: attached, creatorId });
      },
    },
  );
  const lapse = await lapseOfWebhook(transaction, id);
  if (lapse !== undefined) report.warnings.push(`${title} is paused. ${lapse}`);
}

/**
 * The team of what a webhook is attached to.
 * @throws ApiError 400 where there is no such team, project or file
 */
async function requireAttached(
  { transaction, by }: Change,
  attached: Attached,
  title: string,
): Promise<string> {
  const { context, contextId } = attached;
  if (context === 'file') await requireFile(transaction, fileKeyOf(contextId), title);
  else await requireRow(transaction, context === 'team' ? 'teams' : 'projects', contextId, title);
  return (await findManagedContext(transaction, by, attached)).teamId;
}
