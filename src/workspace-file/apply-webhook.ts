import type { Change } from '../change.ts';
import type { Context } from '../context.ts';
import { fileKeyOf, type TeamId, userIdOf, webhookIdOf } from '../contract/branded-ids.ts';
import type { WorkspaceFileWebhook } from '../contract/contract.ts';
import { changeWebhook } from '../webhooks/change-webhook.ts';
import { createWebhook } from '../webhooks/create-webhook.ts';
import { lapseOfWebhook } from '../webhooks/maker-store.ts';
import { findManagedContext } from '../webhooks/managed-webhooks-store.ts';
import { shownEndpoint } from '../webhooks/shown-endpoint.ts';
import { type AllowedEndpoint, allowedEndpoint } from '../webhooks/webhook-rules.ts';
import { type Attached, findWebhook, webhookById } from '../webhooks/webhooks-store.ts';
import { type Applying, bring, ofEntry } from './applying.ts';
import { requireFile, requireRow } from './named-things-store.ts';

/** A webhook whose endpoint may be called. */
export interface PreparedWebhook {
  readonly entry: WorkspaceFileWebhook;
  readonly endpoint: AllowedEndpoint;
}

/**
 * Looks the endpoints up, each once, before anything is changed.
 * @throws ApiError 400 naming the endpoint
 */
export async function prepareWebhooks(
  context: Context,
  entries: readonly WorkspaceFileWebhook[],
): Promise<readonly PreparedWebhook[]> {
  const found = new Map<string, AllowedEndpoint>();
  const prepared: PreparedWebhook[] = [];
  for (const entry of entries) {
    const title = `${titleOf(entry)} is refused`;
    const look = () => allowedEndpoint(context, entry.endpoint);
    const endpoint = found.get(entry.endpoint) ?? (await ofEntry(title, look));
    found.set(entry.endpoint, endpoint);
    prepared.push({ entry, endpoint });
  }
  return prepared;
}

const titleOf = ({ endpoint }: WorkspaceFileWebhook): string => `The webhook to "${shownEndpoint(endpoint)}"`;

/** A webhook that is there by its id (or, without one, by event, context and endpoint) is changed. No PING is sent. */
export async function applyWebhook(applying: Applying, { entry, endpoint }: PreparedWebhook): Promise<void> {
  const { change, report } = applying;
  const { transaction, context } = change;
  const title = titleOf(entry);
  const attached = { context: entry.context, contextId: entry.context_id };
  const teamId = await requireAttached(change, attached, title);
  await requireRow(transaction, 'users', entry.creator, title);
  const content = { eventType: entry.event_type, endpoint, ...attached };
  const chosen = webhookIdOf(entry.id);
  const present = await (chosen === undefined
    ? findWebhook(transaction, content)
    : webhookById(transaction, chosen));
  const id = chosen ?? present?.id ?? webhookIdOf(context.ids.digits());
  const { passcode, status, description } = entry;
  const creatorId = userIdOf(entry.creator);
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
      change: ({ eventType, endpoint: isOther, passcode, status, description }) => {
        const pointed = isOther === undefined ? undefined : endpoint;
        const changes = { eventType, endpoint: pointed, passcode, status, description };
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
): Promise<TeamId> {
  const { context, contextId } = attached;
  if (context === 'file') await requireFile(transaction, fileKeyOf(contextId), title);
  else await requireRow(transaction, context === 'team' ? 'teams' : 'projects', contextId, title);
  return (await findManagedContext(transaction, by, attached)).teamId;
}
