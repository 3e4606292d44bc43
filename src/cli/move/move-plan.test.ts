import { describe, expect, it } from 'vitest';
import { readConfig } from '../../config.ts';
import { type MoveWishes, planMove } from './move-plan.ts';

const postgres = 'postgres://u:p@db.example.com/vitrine';
const bucket = 's3://designs/here?region=eu-central-1';

function plan(env: Record<string, string>, wishes: Partial<MoveWishes>) {
  const given = { VITRINE_DATA: '/now', ...env };
  const wanted = { to: undefined, blobs: undefined, blobsOnly: false, ...wishes };
  const made = planMove(readConfig({}, given), wanted, { cwd: '/cwd', env: given });
  const { databaseUrl, dataFolder, blobs } = made.to;
  return [databaseUrl ?? 'embedded', dataFolder, blobs?.bucket ?? 'folder', made.blobs];
}

const embedded = {};
const onServer = { DATABASE_URL: postgres };
const several = { DATABASE_URL: postgres, VITRINE_BLOBS: bucket };
const embeddedWithBucket = { VITRINE_BLOBS: bucket };

describe('Where an installation is moved to', () => {
  it.each<[string, Record<string, string>, Partial<MoveWishes>, string[]]>([
    [
      'a server and a bucket',
      embedded,
      { to: postgres, blobs: bucket },
      [postgres, '/now/moving', 'designs', 'move'],
    ],
    ['a server, with its folder', embedded, { to: postgres }, [postgres, '/now', 'folder', 'stay']],
    [
      'a server, and its designs to a folder',
      embedded,
      { to: postgres, blobs: '/new' },
      [postgres, '/new', 'folder', 'move'],
    ],
    ['another folder', embedded, { to: 'new' }, ['embedded', '/cwd/new', 'folder', 'move']],
    [
      'a folder and a bucket',
      embedded,
      { to: '/new', blobs: bucket },
      ['embedded', '/new', 'designs', 'move'],
    ],
    ['a bucket, with its database', embedded, { blobs: bucket }, ['embedded', '/now', 'designs', 'move']],
    ['a bucket, on its server', onServer, { blobs: bucket }, [postgres, '/now', 'designs', 'move']],
    ['a folder, all of it', several, { to: '/new' }, ['embedded', '/new', 'designs', 'stay']],
    [
      'a folder, with its designs',
      several,
      { to: '/new', blobs: '/new' },
      ['embedded', '/new', 'folder', 'move'],
    ],
    ['a folder, on its server', several, { blobs: '/new' }, [postgres, '/new', 'folder', 'move']],
    [
      'another server, with its bucket',
      several,
      { to: `${postgres}2` },
      [`${postgres}2`, '/now/moving', 'designs', 'stay'],
    ],
    [
      'a server, with its bucket',
      embeddedWithBucket,
      { to: postgres },
      [postgres, '/now/moving', 'designs', 'stay'],
    ],
    [
      'a folder, out of the bucket',
      embeddedWithBucket,
      { blobs: '/now' },
      ['embedded', '/now', 'folder', 'move'],
    ],
    ['a bucket ahead', embedded, { blobs: bucket, blobsOnly: true }, ['embedded', '/now', 'designs', 'move']],
  ])('is %s', (_title, env, wishes, expected) => {
    expect(plan(env, wishes)).toEqual(expected);
  });

  it.each<[string, Record<string, string>, Partial<MoveWishes>, RegExp]>([
    ['nowhere', embedded, {}, /^Say where to move/],
    ['the place where it is', embedded, { to: '/now' }, /^--to names the database that the installation has/],
    ['the server where it is', onServer, { to: postgres }, /^--to names the database/],
    ['two folders', embedded, { to: '/a', blobs: '/b' }, /name two\.$/],
    ['its own bucket', several, { blobs: bucket }, /^The designs lie there already/],
    ['no bucket ahead', embedded, { to: postgres, blobsOnly: true }, /^The designs lie there already/],
    ['a folder that the embedded database is not in', embeddedWithBucket, { blobs: '/b' }, /--to\.$/],
    ['another bucket alone', several, { blobs: 's3://other' }, /^From one bucket to another/],
    ['another kind of server', embedded, { to: 'mysql://db/x' }, /^"mysql:\/\/db\/x" is neither/],
    ['another kind of bucket', embedded, { blobs: 'gs://designs' }, /^"gs:\/\/designs" is neither/],
    ['a bucket without a name', embedded, { blobs: 's3://' }, /^--blobs: /],
  ])('is refused where it is %s', (_title, env, wishes, sentence) => {
    expect(() => plan(env, wishes)).toThrow(sentence);
  });
});
