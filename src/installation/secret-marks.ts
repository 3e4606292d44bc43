import { createHmac } from 'node:crypto';
import type { Kysely } from 'kysely';
import { BadSetting, type Config, settingRows } from '../config.ts';
import type { Tables } from '../database/tables.ts';
import type { SecretTexts } from './installation-secret.ts';
import { type MarkedProcess, markedProcesses } from './processes-store.ts';

/** By what processes see whether they have the same secrets, the present one first; no secret follows from it. */
export const secretMarks = (texts: SecretTexts): string => texts().map(markOf).join(',');

const markOf = (text: string): string =>
  createHmac('sha256', text).update('vitrine which secret').digest('hex').slice(0, 32);

/** Whether one of two believes what the other signs: a secret is changed with the one before beside it. */
function areAtOne(one: string, other: string): boolean {
  const [marks, others] = [one.split(','), other.split(',')] as [[string], [string]];
  return others.includes(marks[0]) || marks.includes(others[0]);
}

/**
 * Keeps a process with another secret from those that serve the installation: each would refuse what the other has
 * signed.
 * @throws BadSetting
 */
export async function refuseOtherSecret(
  database: Kysely<Tables>,
  marks: string,
  { secretFile }: Pick<Config, 'secretFile'>,
): Promise<void> {
  const other = (await markedProcesses(database)).find((process) => !areAtOne(marks, process.marks));
  if (other === undefined) return;
  const { environmentName } = settingRows[secretFile === undefined ? 'secret' : 'secretFile'];
  throw new BadSetting(environmentName, otherSecret(other));
}

const otherSecret = ({ name }: MarkedProcess): string =>
  `${name} serves this installation with another secret, so give this server the same one or, while it is changed, the one before in VITRINE_SECRET_OLD; a server that was killed counts for half a minute more.`;
