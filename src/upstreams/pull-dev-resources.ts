import { caps } from '../access/caps.ts';
import { inChange } from '../change.ts';
import { mapYielding } from '../content/yielding.ts';
import { devResourceIdOf, exactNodeId } from '../contract/branded-ids.ts';
import { changeDevResource } from '../dev-mode/change-dev-resources.ts';
import { createDevResource } from '../dev-mode/create-dev-resources.ts';
import { attachedFiles } from '../dev-mode/dev-resource-batch.ts';
import { devResourcesOf, findDevResource } from '../dev-mode/dev-resources-store.ts';
import { ApiError } from '../errors.ts';
import { shownInLine } from '../messages/unfit-characters.ts';
import { keptDevResourceId } from './kept-ids.ts';
import { type OpenPull, warningOf } from './open-pull.ts';
import { idOf, listUpTo, refuseMore, textOf, textOrNothing } from './read-values.ts';

type Link = Readonly<Record<string, unknown>>;

const idHere = ({ upstream }: OpenPull, link: Link) => keptDevResourceId(upstream, idOf(link, 'id'));

/** Reads the links that are attached to nodes. Those that are here and not there stay. */
export async function pullDevResources(pull: OpenPull): Promise<void> {
  const { line, elsewhere } = pull;
  const answer = await line.json(`/v1/files/${encodeURIComponent(elsewhere)}/dev_resources`, 'tier2', {
    isLong: true,
  });
  const [most, called] = [caps.devResourcesOfFile.most, 'dev resources of the file'];
  const links = listUpTo(answer, 'dev_resources', most, called);
  const present = await devResourcesOf(pull.context.database, pull.fileKey);
  const ids = [...present.map(({ id }) => id), ...(await mapYielding(links, (link) => idHere(pull, link)))];
  refuseMore(new Set(ids).size, most, called);
  for (const link of links) await bringLink(pull, link);
}

/** What is refused of one is told, and the others come all the same. */
async function bringLink(pull: OpenPull, link: Link): Promise<void> {
  const { context, by, fileKey, isTold, brought } = pull;
  const id = idHere(pull, link);
  const wanted = {
    fileKey,
    nodeId: exactNodeId(textOf(link, 'node_id')),
    name: shownInLine(textOrNothing(link, 'name') ?? ''),
    url: textOf(link, 'url'),
  };
  try {
    const present = await findDevResource(context.database, devResourceIdOf(id));
    const { nodeId, name, url } = wanted;
    if (present?.nodeId === nodeId && present.name === name && present.url === url) return;
    await inChange(
      context,
      by,
      (change) => {
        const open = attachedFiles(change);
        const brings = { id, ...wanted, isBrought: true };
        return present === undefined
          ? createDevResource(change, open, brings)
          : changeDevResource(change, open, brings);
      },
      { isTold },
    );
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    brought.warnings.push(warningOf(`The dev resource ${id}`, error));
  }
}
