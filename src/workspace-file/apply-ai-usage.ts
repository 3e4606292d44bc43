import { userIdOf } from '../contract/branded-ids.ts';
import type { WorkspaceFileAiUsage } from '../contract/contract.ts';
import { badRequest } from '../errors.ts';
import { findUsageOn, usageOf } from '../people/ai-usage-store.ts';
import { findNamedPerson } from '../people/people-store.ts';
import { recordUsage } from '../people/record-ai-usage.ts';
import { type Applying, bring } from './applying.ts';
import { requireRow } from './named-things-store.ts';

/** Credits for AI of somebody on a day, in the organization they belong to. */
export async function applyAiUsage(applying: Applying, entry: WorkspaceFileAiUsage): Promise<void> {
  const { transaction } = applying.change;
  const { user, day } = entry;
  const title = `The AI usage of ${user} on ${day}`;
  await requireRow(transaction, 'users', user, title);
  const person = await findNamedPerson(transaction, { id: userIdOf(user), email: '' });
  const organizationId = person?.organizationId ?? null;
  if (organizationId === null) throw badRequest(`${title} is of nobody in an organization.`);
  const wanted = usageOf(entry);
  const record = () =>
    recordUsage(applying.change, { organizationId, rows: [wanted] }, (_index, member) => member);
  await bring(
    applying,
    { kind: 'AI usage', id: [organizationId, day, user, wanted.editorType].join('/'), title },
    {
      present: await findUsageOn(transaction, organizationId, wanted),
      wanted,
      create: record,
      change: record,
    },
  );
}
