import type { Kysely } from 'kysely';
import type { Context } from '../context.ts';
import type { Tables } from '../database/tables.ts';
import { badRequest } from '../errors.ts';
import type { ManagedContext } from './managed-webhooks-store.ts';
import { isShownEndpoint } from './shown-endpoint.ts';
import { countFileWebhooks, countWebhooks } from './webhook-counts-store.ts';
import type { Attached, Plan, WebhookContext } from './webhooks-store.ts';

/** @see HOOK-28, HOOK-29, HOOK-30 */
const mostByContext: Readonly<Record<WebhookContext, number>> = { team: 20, project: 5, file: 3 };
/** Of all files together. @see HOOK-31 */
const mostOfFiles: Readonly<Record<Plan, number>> = {
  starter: 150,
  professional: 150,
  organization: 300,
  enterprise: 600,
};

/** @throws ApiError 400 naming the limit that one more webhook would break */
export async function refuseTooMany(
  transaction: Kysely<Tables>,
  { organizationId, plan }: Pick<ManagedContext, 'organizationId' | 'plan'>,
  { context, contextId }: Attached,
): Promise<void> {
  const most = mostByContext[context];
  if ((await countWebhooks(transaction, { context, contextId })) >= most) {
    throw badRequest(`The ${context} has ${most} webhooks already, and no more are allowed.`);
  }
  if (context !== 'file') return;
  if ((await countFileWebhooks(transaction, organizationId)) >= mostOfFiles[plan]) {
    throw badRequest(
      `The files of this plan have ${mostOfFiles[plan]} webhooks already, and no more are allowed.`,
    );
  }
}

/** Every webhook gets PING; none is made for it. @throws ApiError 400 @see A30 */
export function refusePing(eventType: string | undefined): void {
  if (eventType === 'PING') {
    throw badRequest('PING cannot be subscribed to: every webhook gets it when it is made.');
  }
}

declare const allowed: unique symbol;

/** An endpoint that may be called, by `allowedEndpoint` alone: who writes webhooks asks for it. */
export type AllowedEndpoint = string & { readonly [allowed]: true };

/**
 * Looks an endpoint up, which takes a while.
 * @throws ApiError 400 saying why the endpoint would not be called
 */
export async function allowedEndpoint({ receivers }: Context, endpoint: string): Promise<AllowedEndpoint> {
  if (isShownEndpoint(endpoint))
    throw badRequest(
      'The endpoint says *** where its user name and password are, which are not shown: send them anew.',
    );
  const refusal = await receivers.refusalOf(endpoint);
  if (refusal !== undefined) throw badRequest(refusal);
  return endpoint as AllowedEndpoint;
}
