import { inChange } from '../../change.ts';
import type { Handler } from '../../operation.ts';
import { usageOf } from '../../people/ai-usage-store.ts';
import { recordUsage } from '../../people/record-ai-usage.ts';

/** Records credits that people of an organization used, all rows or none. A row of the same day replaces the one before. */
export const recordAiUsage: Handler<'recordAiUsage'> = async ({ caller, path, body }, context) => {
  const rows = body.rows.map(usageOf);
  const usage = { organizationId: path.organization_id, rows };
  await inChange(context, caller, (change) =>
    recordUsage(change, usage, (index, member) => `rows[${index}].${member}`),
  );
  return { json: { recorded: rows.length } };
};
