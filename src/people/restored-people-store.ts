import { type Kysely, sql } from 'kysely';
import { requireEmailAddress } from '../access/email-address.ts';
import { isStoredForm } from '../access/password.ts';
import type { DumpedRow } from '../database/dump.ts';
import type { Tables } from '../database/tables.ts';
import { badRequest, conflict } from '../errors.ts';
import { inHistoryAlone } from './in-history-alone.ts';

/**
 * Holds people whom a backup brought to what the writers of people ask: who signs in by an address has to be one person
 * of an organization.
 * @throws ApiError 409
 */
export async function refuseUnfitPeople(transaction: Kysely<Tables>): Promise<void> {
  const shared = await transaction
    .selectFrom('users')
    .select(({ fn }) => ['organization_id', fn.min<string>('email').as('email')])
    .where('organization_id', 'is not', null)
    .groupBy(({ fn }) => ['organization_id', fn<string>('lower', ['email'])])
    .having(sql<number>`count(*)`, '>', 1)
    .limit(1)
    .executeTakeFirst();
  if (shared !== undefined)
    throw conflict(
      `The e-mail address ${shared.email} is that of two people of the organization ${shared.organization_id}.`,
    );
}

/**
 * Holds somebody whom a backup brings, or invites, to having an address that mails can go to.
 * @throws ApiError 400
 */
export function refuseUnfitAddress({ email }: DumpedRow): void {
  requireEmailAddress(String(email));
}

/**
 * Holds somebody whom a backup brings to an address that mails can go to, unless they stand in the history of files
 * alone, and to a password that can be compared at what it costs here: whoever guesses at it decides when that is done.
 * @throws ApiError 400
 */
export function refuseUnfitPerson(row: DumpedRow): void {
  if (!standsInHistoryAlone(row)) refuseUnfitAddress(row);
  const { id, password_hash: stored } = row;
  if (stored !== null && !isStoredForm(String(stored)))
    throw badRequest(`The password of the person "${id}" is not stored as this program stores one.`);
}

const standsInHistoryAlone = (row: DumpedRow): boolean =>
  row.email === inHistoryAlone.email &&
  row.password_hash === inHistoryAlone.passwordHash &&
  row.organization_id === inHistoryAlone.organizationId;
