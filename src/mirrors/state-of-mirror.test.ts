import type { Kysely, KyselyPlugin } from 'kysely';
import { expect, it } from 'vitest';
import type { Context } from '../context.ts';
import { fileKeyOf, mirrorIdOf, upstreamIdOf } from '../contract/branded-ids.ts';
import type { Tables } from '../database/tables.ts';
import { castServer, organizations, projects } from '../testing/cast.ts';
import { insertUpstream } from '../upstreams/upstreams-store.ts';
import { insertLists, newList } from './mirror-lists-store.ts';
import {
  insertMirroredFiles,
  type MirroredFile,
  newMirroredFile,
  updateMirroredFile,
} from './mirrored-files-store.ts';
import { insertMirror, type Mirror } from './mirrors-store.ts';
import { type ShownMirror, stateOfMirror } from './state-of-mirror.ts';

const { server } = castServer();

const upstreamId = upstreamIdOf('1');
const mirror: Mirror = {
  id: mirrorIdOf('2'),
  upstreamId,
  projectId: projects.open,
  kind: 'project',
  elsewhere: '3',
  versionCount: 0,
  withBranches: 0,
  isPaused: 0,
  failure: null,
  held: null,
  webhookElsewhere: null,
  passcodeHash: null,
  createdBy: null,
  createdAt: 1,
};
const list = { mirrorId: mirror.id, kind: 'project', elsewhere: '3', priority: 0 } as const;
const fileKey = fileKeyOf('file');

/** A mirror of a time that is to come, so that the server itself does nothing of it. */
async function openMirror() {
  const { database, clock } = server().context;
  const time = { now: clock.now() + 1_800_000 };
  await insertUpstream(database, {
    id: upstreamId,
    organizationId: organizations.acme,
    name: 'Original',
    baseUrl: 'https://design.invalid',
    ca: null,
    sealedToken: '',
    tokenKind: 'personal',
    sharePercent: 100,
    keepsIds: 1,
    plan: null,
    seat: null,
    createdAt: 0,
    sealedGrant: null,
    tokenEndsAt: null,
    refreshAt: null,
    grantFailure: null,
    grantLease: null,
    grantLeasedUntil: null,
  });
  await insertMirror(database, mirror);
  const seen = { ...newList({ ...list, nextAt: time.now + 60_000 }), checkedAt: time.now };
  await insertLists(database, [seen]);
  return { database, time };
}

const addFile = (database: Kysely<Tables>, nextAt: number, more: Partial<MirroredFile> = {}) => {
  const row = newMirroredFile({
    fileKey,
    mirrorId: mirror.id,
    elsewhere: 'file',
    name: 'File',
    priority: 0,
    nextAt,
    projectElsewhere: '3',
  });
  return insertMirroredFiles(database, [{ ...row, ...more }]);
};

/** How a mirror is while something happens after so many of its questions were answered; undefined where all were before. */
async function stateWith(
  { database, time }: Awaited<ReturnType<typeof openMirror>>,
  afterAnswers: number,
  happen: () => Promise<unknown>,
): Promise<ShownMirror | undefined> {
  let answers = 0;
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      answers += 1;
      if (answers === afterAnswers) await happen();
      return result;
    },
  };
  const clock = { now: () => time.now } as Context['clock'];
  const shown = await stateOfMirror({ database: database.withPlugin(plugin), clock }, mirror);
  return answers < afterAnswers ? undefined : shown;
}

/** Of a mirror of which nothing is to come: files that are not here though nobody knows why. */
function unexplained({ isSettled, counts, files }: ShownMirror): number {
  const lacking = ['waiting', 'stale', 'failed'].reduce(
    (sum, state) => sum + (counts.get(state as MirroredFile['state']) ?? 0),
    0,
  );
  return isSettled && !files.some(({ failure }) => failure !== null) ? lacking : 0;
}

const current = { state: 'current', version: '7', failure: null, tries: 0 } as const;
type Opened = Awaited<ReturnType<typeof openMirror>>;

it.each<[string, (opened: Opened) => Promise<unknown>, (opened: Opened) => Promise<unknown>]>([
  [
    'a file comes',
    ({ database, time }) => addFile(database, time.now),
    ({ database, time }) => updateMirroredFile(database, fileKey, { ...current, nextAt: time.now + 60_000 }),
  ],
  [
    'a list tells of a new file',
    async () => undefined,
    ({ database, time }) => {
      time.now += 5;
      return addFile(database, time.now);
    },
  ],
  [
    'a file fails',
    ({ database, time }) => addFile(database, time.now),
    ({ database, time }) =>
      updateMirroredFile(database, fileKey, { failure: 'It is down.', tries: 1, nextAt: time.now + 60_000 }),
  ],
  [
    'a file comes that failed before',
    ({ database, time }) => addFile(database, time.now + 60_000, { failure: 'It is down.', tries: 1 }),
    ({ database, time }) => updateMirroredFile(database, fileKey, { ...current, nextAt: time.now + 60_000 }),
  ],
])(
  'A mirror of which nothing is to come lacks no file without a reason, whenever %s',
  async (_what, begin, happen) => {
    const opened = await openMirror();
    const { database } = opened;
    for (let answers = 1; ; answers += 1) {
      await database.deleteFrom('mirrored_files').execute();
      await begin(opened);
      const shown = await stateWith(opened, answers, () => happen(opened));
      if (shown === undefined) return expect(answers).toBeGreaterThan(4);
      expect([answers, unexplained(shown)]).toEqual([answers, 0]);
    }
  },
);
