import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { SnapshotShelf } from '../content/snapshot-shelf.ts';
import { type TextChange, textChanges } from '../content/text-changes.ts';
import { runYielding } from '../content/yielding.ts';
import type { OrganizationId } from '../contract/branded-ids.ts';
import { oneAfterAnother } from '../database/one-after-another.ts';
import type { Tables } from '../database/tables.ts';
import { inTransaction } from '../database/transaction.ts';
import { messageOf } from '../errors.ts';
import { insertTextEvents } from '../events/text-event-store.ts';
import { keptTextEvent } from '../events/text-events.ts';
import {
  countTold,
  deleteUnread,
  nextUnread,
  type UnreadPlace,
  type UnreadVersion,
} from './unread-versions-store.ts';

export interface ReadTextsParts {
  readonly database: Kysely<Tables>;
  readonly snapshots: SnapshotShelf;
  readonly ids: { ordered(): string };
  readonly log: Logger;
}

/** What one transaction tells at the most. */
const most = { changes: 500, textLength: 1_000_000 };

const inTurn = oneAfterAnother();

/**
 * Tells discovery what texts new versions changed, of one organization's files or of all. A version that cannot be
 * read is left for the next time, and does not keep others from being told.
 */
export const readTexts = (parts: ReadTextsParts, organizationId?: OrganizationId): Promise<void> =>
  inTurn(parts.database, organizationId ?? '', () => readAll(parts, organizationId));

async function readAll(parts: ReadTextsParts, organizationId: OrganizationId | undefined): Promise<void> {
  let after: UnreadPlace | undefined;
  for (;;) {
    const version = await nextUnread(parts.database, after, organizationId);
    if (version === undefined) return;
    await readVersion(parts, version).catch((error) =>
      parts.log.error({ error: messageOf(error), file: version.fileKey }, 'texts of a version were not read'),
    );
    after = version;
  }
}

async function readVersion(parts: ReadTextsParts, version: UnreadVersion): Promise<void> {
  const { snapshot, snapshotBefore } = version;
  const before = snapshotBefore === null ? undefined : await parts.snapshots.open(snapshotBefore);
  const changes = textChanges(before, await parts.snapshots.open(snapshot));
  await runYielding(passOver(changes, version.told));
  for (let told = version.told; ; ) {
    const some = await runYielding(take(changes));
    if (some.length === 0) return deleteUnread(parts.database, version, told);
    if (!(await tell(parts, version, told, some))) return;
    told += some.length;
  }
}

type Changes = Generator<TextChange | undefined, void>;

/** Leaves out what was told before the server stopped in the middle. */
function* passOver(changes: Changes, count: number): Generator<undefined, void> {
  for (let passed = 0; passed < count; yield) {
    const { value, done } = changes.next();
    if (done) return;
    if (value !== undefined) passed += 1;
  }
}

function* take(changes: Changes): Generator<undefined, TextChange[]> {
  const taken: TextChange[] = [];
  for (let length = 0; taken.length < most.changes && length < most.textLength; yield) {
    const { value, done } = changes.next();
    if (done) break;
    if (value === undefined) continue;
    taken.push(value);
    length += value.text.length;
  }
  return taken;
}

/** False where somebody else tells the same. */
function tell(
  { database, ids }: ReadTextsParts,
  version: UnreadVersion,
  told: number,
  changes: readonly TextChange[],
): Promise<boolean> {
  const { fileKey: key, fileName: name, organizationId } = version;
  const rows = changes.map((change) =>
    keptTextEvent({ ...change, file: { key, name, organizationId } }, version, ids),
  );
  return inTransaction(database, async (transaction) => {
    const isFirst = await countTold(transaction, version, { told, more: changes.length });
    if (isFirst) await insertTextEvents(transaction, rows);
    return isFirst;
  });
}
