import type { Kysely } from 'kysely';
import type { WebhookId } from '../contract/branded-ids.ts';
import type { Tables } from '../database/tables.ts';

/** What publishing needs; a handler's context has all of it. */
export interface PublishParts {
  readonly ids: { digits(): string };
  readonly config: { readonly fileUpdateQuietMs: number };
  /** Told after the commit for which webhooks there is something to send. */
  readonly deliveries: { wake(webhookIds: readonly WebhookId[]): void };
}

/** The change that causes an event. */
export interface PublishedChange {
  /** Opened by `inTransaction`. */
  readonly transaction: Kysely<Tables>;
  readonly at: number;
  readonly context: PublishParts;
  readonly isTold: boolean;
}

/** What writes an event's rows needs of it. */
export type PublishingChange = Pick<PublishedChange, 'transaction' | 'at'>;
