import { type Change, inChange } from '../change.ts';
import { type VersionId, versionIdOf } from '../contract/branded-ids.ts';
import { unhurried } from '../database/unhurried.ts';
import { newDevStatuses } from '../dev-mode/publish-dev-statuses.ts';
import { type PushedContent, pushContent } from '../dev-mode/push-content.ts';
import { createBranchWithVariables } from '../file-variables/create-branch-with-variables.ts';
import { placesBefore } from '../files/add-older-version-store.ts';
import { createFile } from '../files/create-file.ts';
import { countImageFills } from '../files/keep-image-fills.ts';
import { findEditableFile, type VisibleFile, visibleFile } from '../files/visible-file-store.ts';
import { changerOf, type OpenPull, personHere } from './open-pull.ts';
import { type ReadDesign, readDesign } from './read-design.ts';

/** Reads the whole document, and makes it the file's state at once, with the images that it shows. */
export async function pullDocument(pull: OpenPull): Promise<string | undefined> {
  const { context, by, upstream, line, elsewhere, fileKey, brought } = pull;
  const party = { organization: upstream.organizationId, caller: by.user.id };
  const read = await readDesign(context, line, elsewhere, pull.state, party);
  const { content } = read.design;
  const file = await visibleFile(context.database, by, fileKey);
  const found =
    file === undefined
      ? { since: null, projectId: undefined, marks: [] }
      : await newDevStatuses(context.database, context, file, content.snapshot);
  const images = (await pull.mirror?.heldImages()) ?? brought.images;
  const beside = { found, images, counted: await countImageFills(context, fileKey, images) };
  const changer = changerOf(pull, read.state.touchedBy);
  const { isTold } = pull;
  const write = () => inChange(context, changer, (change) => keep(change, pull, read, beside), { isTold });
  brought.version = await (hasTime(pull) ? unhurried(write) : write());
  brought.nodes = content.nodeCount;
  for (const warning of content.warnings) brought.warnings.push(warning);
  return read.remark;
}

/** What a mirror brings first nobody is told of, and it is read again where a power cut took it. */
const hasTime = ({ mirror, isTold }: OpenPull): boolean => mirror !== undefined && !isTold;

async function keep(
  change: Change,
  pull: OpenPull,
  { state, design }: ReadDesign,
  more: Pick<PushedContent, 'found' | 'images' | 'counted'>,
): Promise<VersionId> {
  const { fileKey } = pull;
  const userId = state.touchedBy === undefined ? undefined : await personHere(change, pull, state.touchedBy);
  const before = await fileToChange(change, pull);
  const origin = { ...placeInHistory(before, state.version), placesBefore, userId, at: state.touchedAt };
  const { content } = design;
  const pushed = await pushContent(change, fileKey, { content, variables: undefined, ...more, origin });
  await pull.mirror?.documentCame(change, state);
  return pushed.version;
}

/** The file, which is made where it is not there. */
async function fileToChange(
  change: Change,
  { fileKey: keptKey, projectId, counted, state, mirror }: OpenPull,
): Promise<VisibleFile> {
  const { transaction, by } = change;
  if ((await visibleFile(transaction, by, keptKey)) === undefined) {
    const made = { keptKey, name: state.name, ...mirror?.newFile };
    const mainFileKey = mirror?.mainFileKey ?? null;
    if (mainFileKey === null) await createFile(change, { ...made, projectId }, counted);
    else await createBranchWithVariables(change, { ...made, mainFileKey, startsEmpty: true }, counted);
  }
  return findEditableFile(transaction, by, keptKey);
}

/** The version's own id, where it can stand at the end of the history; else it gets one that does. */
function placeInHistory(
  { currentVersion }: VisibleFile,
  version: string,
): { readonly id?: VersionId; readonly replaces?: VersionId } {
  if (!/^\d{1,30}$/.test(version)) return {};
  const id = versionIdOf(version);
  if (currentVersion === id) return { replaces: id };
  return BigInt(id) > BigInt(currentVersion ?? '-1') ? { id } : {};
}
