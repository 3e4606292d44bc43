import { join, resolve } from 'node:path';
import { BadSetting, type Config, readConfig, type SettingName } from '../../config.ts';
import { WrongUsage } from '../command.ts';

/** Where an installation is moved to, as it was asked for. */
export interface MoveWishes {
  /** A PostgreSQL address or a data folder; the database stays without it. */
  readonly to: string | undefined;
  /** `s3://…` or a data folder; blobs stay without it, unless the folder that they lie in is left. */
  readonly blobs: string | undefined;
  readonly blobsOnly: boolean;
}

/** Where everything lies now and will lie then. */
export interface MovePlan {
  readonly from: Config;
  readonly to: Config;
  readonly movesDatabase: boolean;
  /** Rows follow later. */
  readonly blobsOnly: boolean;
  /** `stay`: the same bucket or folder. */
  readonly blobs: 'stay' | 'move';
  /** The data folder of the target is one for the move alone, within that of the source. */
  readonly isScratch: boolean;
}

const isPostgres = (place: string): boolean => /^postgres(ql)?:\/\//.test(place);
const isBucket = (place: string): boolean => place.startsWith('s3://');

/** Where a bucket's uploads are put together when the database lies elsewhere; emptied by the next move. */
const scratchFolder = 'moving';

/** @throws WrongUsage with one sentence */
export function planMove(
  from: Config,
  wishes: MoveWishes,
  io: { readonly cwd: string; readonly env: Readonly<Record<string, string | undefined>> },
): MovePlan {
  const { to: database, blobs, blobsOnly } = wishes;
  if (database === undefined && blobs === undefined)
    throw new WrongUsage('Say where to move: --to a database, --blobs to a bucket or a folder, or both.');
  const folderOfDatabase = folderIn(database, isPostgres, io.cwd);
  const folderOfBlobs = folderIn(blobs, isBucket, io.cwd);
  if (folderOfDatabase !== undefined && folderOfBlobs !== undefined && folderOfDatabase !== folderOfBlobs)
    throw new WrongUsage('A data folder holds the database and the designs: --to and --blobs name two.');
  const leavesFolder = folderOfDatabase !== undefined && from.blobs === undefined;
  const staysInBucket = blobs === undefined && !leavesFolder && from.blobs !== undefined;
  const dataFolder =
    folderOfDatabase ??
    folderOfBlobs ??
    (database === undefined || (blobs === undefined && from.blobs === undefined)
      ? from.dataFolder
      : join(from.dataFolder, scratchFolder));
  const to = configOf(io.env, {
    dataFolder,
    // The way past a pooler is that of the database before.
    ...(database === undefined ? {} : { databaseDirectUrl: '' }),
    databaseUrl: database === undefined ? (from.databaseUrl ?? '') : isPostgres(database) ? database : '',
    ...(staysInBucket ? {} : { blobs: blobs !== undefined && isBucket(blobs) ? blobs : '' }),
  });
  const plan: MovePlan = {
    from,
    to,
    blobsOnly,
    movesDatabase: database !== undefined,
    blobs: samePlace(from, to) ? 'stay' : 'move',
    isScratch: to.dataFolder === join(from.dataFolder, scratchFolder),
  };
  refuseUseless(plan);
  return plan;
}

function folderIn(
  place: string | undefined,
  isElsewhere: (place: string) => boolean,
  cwd: string,
): string | undefined {
  if (place === undefined || isElsewhere(place)) return undefined;
  if (/^[a-z0-9+.-]+:\/\//i.test(place))
    throw new WrongUsage(
      `"${place.slice(0, 100)}" is neither an address that begins with ${isElsewhere === isBucket ? 's3://' : 'postgres://'} nor a folder.`,
    );
  return resolve(cwd, place);
}

function configOf(
  env: Readonly<Record<string, string | undefined>>,
  given: Partial<Record<SettingName, string>>,
): Config {
  try {
    return readConfig(given, env);
  } catch (error) {
    if (!(error instanceof BadSetting)) throw error;
    throw new WrongUsage(
      error.message.replace(/^VITRINE_BLOBS:/, '--blobs:').replace(/^DATABASE_URL:/, '--to:'),
    );
  }
}

function samePlace(from: Config, to: Config): boolean {
  if (from.blobs === undefined || to.blobs === undefined)
    return from.blobs === to.blobs && from.dataFolder === to.dataFolder;
  const placeOf = ({ bucket, prefix, endpoint }: NonNullable<Config['blobs']>) =>
    [bucket, prefix, endpoint].join(' ');
  return placeOf(from.blobs) === placeOf(to.blobs);
}

/** @throws WrongUsage */
function refuseUseless({ from, to, movesDatabase, blobs, blobsOnly }: MovePlan): void {
  const isSameDatabase =
    from.databaseUrl === to.databaseUrl &&
    (from.databaseUrl !== undefined || from.dataFolder === to.dataFolder);
  if (movesDatabase && isSameDatabase)
    throw new WrongUsage('--to names the database that the installation has; leave it out, and it stays.');
  if (blobs === 'stay' && (blobsOnly || !movesDatabase))
    throw new WrongUsage('The designs lie there already.');
  if (!movesDatabase && !isSameDatabase)
    throw new WrongUsage(
      'The embedded database lies in the data folder, and designs can only lie in the same one: name the folder with --to.',
    );
  if (!movesDatabase && from.blobs !== undefined && to.blobs !== undefined)
    throw new WrongUsage('From one bucket to another the database has to move too: name another with --to.');
}
