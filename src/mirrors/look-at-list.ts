import { caps } from '../access/caps.ts';
import { mapYielding, runYielding } from '../content/yielding.ts';
import type { Context } from '../context.ts';
import type { MirrorId } from '../contract/branded-ids.ts';
import { inTransaction } from '../database/transaction.ts';
import { keptKey } from '../upstreams/kept-ids.ts';
import { idOrNothing, listUpTo, refuseMore } from '../upstreams/read-values.ts';
import { type Bringing, withLine } from './bringing.ts';
import { outcomeOf } from './failed-work.ts';
import { nextLook, nextSeldomLook } from './freshness.ts';
import { heldText } from './held-by-others.ts';
import { LeaseLost, priorities } from './leases.ts';
import { filesIn, type ListedFile } from './listed-file.ts';
import {
  deleteList,
  insertLists,
  listsOfMirror,
  type MirrorList,
  newList,
  updateHeldList,
} from './mirror-lists-store.ts';
import {
  countHeldByOthers,
  insertMirroredFiles,
  type KnownFile,
  knownFiles,
  newMirroredFile,
  updateMirroredFile,
} from './mirrored-files-store.ts';

/** Asks an upstream what changed in a project, or which projects a team has: one call. */
export function lookAtList(context: Context, list: MirrorList): Promise<void> {
  const { database } = context;
  return withLine(context, {
    mirrorId: list.mirrorId,
    renew: (leasedUntil) => updateHeldList(database, list, { leasedUntil }),
    work: (bringing) => (list.kind === 'team' ? lookAtTeam : lookAtProject)(bringing, list),
    failed: async (error, of) => {
      const {
        kind,
        sentence,
        nextAt,
        tries,
        waitsFor = null,
      } = await outcomeOf(context, error, of, list.tries);
      if (kind === 'lost') return;
      const failure = { lease: null, leasedUntil: null, nextAt, tries, waitsFor, failure: sentence };
      await updateHeldList(database, list, failure).catch((lost) => {
        if (!(lost instanceof LeaseLost)) throw lost;
      });
    },
  });
}

const looked = {
  lease: null,
  leasedUntil: null,
  waitsFor: null,
  tries: 0,
  failure: null,
  priority: priorities.due,
} as const;

async function lookAtTeam({ context, line, mirror }: Bringing, list: MirrorList): Promise<void> {
  const answer = await line.json(`/v1/teams/${encodeURIComponent(list.elsewhere)}/projects`, 'tier2');
  const listed = listUpTo(answer, 'projects', caps.projectsOfTeam.most);
  const ids = new Set(listed.flatMap((project) => idOrNothing(project, 'id') ?? []));
  const now = context.clock.now();
  await inTransaction(context.database, async (transaction) => {
    const at = { priority: list.priority, nextAt: now };
    const projects = [...ids].map((elsewhere) => ({
      mirrorId: mirror.id,
      kind: 'project' as const,
      elsewhere,
      ...at,
    }));
    await insertLists(transaction, projects.map(newList));
    const left = new Set<string | null>();
    for (const present of await listsOfMirror(transaction, mirror.id)) {
      if (present.kind !== 'project' || ids.has(present.elsewhere)) continue;
      await deleteList(transaction, present);
      left.add(present.elsewhere);
    }
    if (left.size > 0)
      for await (const file of knownFiles(transaction, mirror.id))
        if (left.has(file.projectElsewhere)) await leaveList(transaction, file, now);
    await updateHeldList(transaction, list, { ...looked, checkedAt: now, nextAt: nextSeldomLook(now) });
  });
}

async function lookAtProject(bringing: Bringing, list: MirrorList): Promise<void> {
  const { context, line, mirror, upstream } = bringing;
  const path = `/v1/projects/${encodeURIComponent(list.elsewhere)}/files`;
  const answer = await line.json(mirror.withBranches === 1 ? `${path}?branch_data=true` : path, 'tier2', {
    isLong: true,
  });
  const read = await runYielding(filesIn(answer));
  const listed = await mapYielding(read, (one) => ({ ...one, fileKey: keptKey(upstream, one.elsewhere) }));
  const changedAt = Math.max(...listed.map(({ modifiedAt }) => modifiedAt), list.changedAt ?? 0);
  await inTransaction(context.database, async (transaction) => {
    const held = heldText(await compareWithList({ ...bringing, transaction }, list, listed));
    const now = context.clock.now();
    const found = { ...looked, held, checkedAt: now, changedAt: changedAt === 0 ? null : changedAt };
    await updateHeldList(transaction, list, { ...found, nextAt: nextLook(now, found.changedAt) });
  });
}

/** A listed file, and what it is called here. */
type NamedHere = ListedFile & Pick<KnownFile, 'fileKey'>;

/** Of a mirror, those included that were listed once. */
const mostFiles = 100_000;

type Comparing = Bringing & { readonly transaction: Bringing['context']['database'] };

/**
 * Has files looked at that are new on the list, that moved on it, and that left it. Answers how many of the new ones
 * other mirrors have, which keep them.
 */
async function compareWithList(
  { transaction, context, mirror, upstream }: Comparing,
  { elsewhere: projectElsewhere, priority }: MirrorList,
  listed: readonly NamedHere[],
): Promise<ReadonlyMap<MirrorId, number>> {
  const nextAt = context.clock.now();
  const byKey = new Map<string, KnownFile>();
  for await (const file of knownFiles(transaction, mirror.id)) byKey.set(file.elsewhere, file);
  const fresh = listed.filter(({ elsewhere }) => !byKey.has(elsewhere));
  refuseMore(byKey.size + fresh.length, mostFiles, 'files for one mirror');
  const at = { mirrorId: mirror.id, projectElsewhere, priority, nextAt };
  // A branch waits until its main file is here.
  const isHere = (main: string | undefined) => main === undefined || byKey.get(main)?.version != null;
  const added = await insertMirroredFiles(
    transaction,
    fresh.map(({ fileKey, elsewhere, main, name, modifiedAt: listedModified }) =>
      newMirroredFile({
        ...at,
        nextAt: isHere(main) ? nextAt : null,
        elsewhere,
        name,
        listedModified,
        fileKey,
        mainKey: main === undefined ? null : keptKey(upstream, main),
      }),
    ),
  );
  for (const { elsewhere, modifiedAt: listedModified } of listed) {
    const file = byKey.get(elsewhere);
    const isSame = file?.listedModified === listedModified && file.projectElsewhere === projectElsewhere;
    if (file === undefined || isSame || file.state === 'detached') continue;
    await updateMirroredFile(transaction, file.fileKey, {
      listedModified,
      projectElsewhere,
      priority,
      nextAt,
    });
  }
  const keys = new Set(listed.map(({ elsewhere }) => elsewhere));
  for (const file of byKey.values())
    if (file.projectElsewhere === projectElsewhere && !keys.has(file.elsewhere))
      await leaveList(transaction, file, nextAt);
  if (added === fresh.length) return new Map();
  return countHeldByOthers(
    transaction,
    mirror.id,
    fresh.map(({ fileKey }) => fileKey),
  );
}

/** It went elsewhere, or is gone: that its own look tells. */
const leaveList = (
  transaction: Comparing['transaction'],
  { fileKey }: KnownFile,
  nextAt: number,
): Promise<void> => updateMirroredFile(transaction, fileKey, { projectElsewhere: null, nextAt });
