import { inChange } from '../change.ts';
import { mapYielding } from '../content/yielding.ts';
import { type VersionId, versionIdOf } from '../contract/branded-ids.ts';
import { addOlderVersion, placesBefore } from '../files/add-older-version-store.ts';
import { allVersionsOf } from '../files/versions-store.ts';
import { type OpenPull, personHere } from './open-pull.ts';
import { longestDescription, longestLabel } from './pull-versions.ts';
import { readOnce } from './read-design.ts';
import { type NamedElsewhere, personOf } from './read-metadata.ts';
import { listOf, textOrNothing, timeOf } from './read-values.ts';

/** A version that an upstream lists. */
interface ListedVersion {
  readonly id: VersionId;
  readonly at: number;
  readonly by: NamedElsewhere | undefined;
  readonly label: string | null;
  readonly description: string | null;
}

type Pulling = Pick<OpenPull, 'context' | 'by' | 'upstream' | 'line' | 'elsewhere' | 'fileKey'>;

/**
 * Reads the newest version that is older than all that are here, where fewer than so many are: a list, and the dearest
 * call. Answers whether there may be another.
 *
 * @throws UpstreamFailed, ApiError
 */
export async function pullOlderVersion(pull: Pulling, wanted: number): Promise<boolean> {
  const { context, by, line, elsewhere, fileKey, upstream } = pull;
  const present = await allVersionsOf(context.database, fileKey);
  const [oldest] = present.map(({ id }) => BigInt(id)).sort((one, other) => (one < other ? -1 : 1));
  const count = present.filter(({ ordinal }) => ordinal <= placesBefore).length;
  if (oldest === undefined || count >= wanted) return false;
  const next = await versionBefore(pull, oldest);
  if (next === undefined) return false;
  const party = { organization: upstream.organizationId, caller: by.user.id };
  const { content } = await readOnce(context, line, elsewhere, party, next.id);
  const { id, at, label, description } = next;
  const added = await inChange(context, by, async (change) => {
    const userId = next.by === undefined ? by.user.id : await personHere(change, pull, next.by);
    const { snapshot, nodeCount } = content;
    return addOlderVersion(change, fileKey, { id, at, label, description, userId, snapshot, nodeCount });
  });
  return added && count + 1 < wanted;
}

/** The newest of an upstream's versions that is older than that. */
async function versionBefore(
  { line, elsewhere }: Pulling,
  oldest: bigint,
): Promise<ListedVersion | undefined> {
  const path = `/v1/files/${encodeURIComponent(elsewhere)}/versions?page_size=10&before=${oldest}`;
  const answer = await line.json(path, 'tier2');
  let newest: ListedVersion | undefined;
  for (const version of await mapYielding(listOf(answer, 'versions'), readVersion)) {
    const isOlder = version !== undefined && BigInt(version.id) < oldest;
    if (isOlder && (newest === undefined || BigInt(version.id) > BigInt(newest.id))) newest = version;
  }
  return newest;
}

function readVersion(one: Readonly<Record<string, unknown>>): ListedVersion | undefined {
  const id = textOrNothing(one, 'id') ?? '';
  if (!/^\d{1,30}$/.test(id)) return undefined;
  const label = textOrNothing(one, 'label', longestLabel) || null;
  const description = textOrNothing(one, 'description', longestDescription) || null;
  return { id: versionIdOf(id), at: timeOf(one, 'created_at'), by: personOf(one.user), label, description };
}
