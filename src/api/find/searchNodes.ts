import { filePageAddress } from '../../access/public-addresses.ts';
import type { Context } from '../../context.ts';
import { exactNodeId, fileKeyOf, projectIdOf, teamIdOf } from '../../contract/branded-ids.ts';
import type { SearchHit } from '../../contract/contract.ts';
import { badRequest } from '../../errors.ts';
import { openCursor, sealCursor } from '../../events/position-cursor.ts';
import { findVisibleFile } from '../../files/visible-file-store.ts';
import { thumbnailAddress } from '../../images/thumbnail-address.ts';
import type { Call, Handler } from '../../operation.ts';
import { findVisibleProject } from '../../places/projects-store.ts';
import { findVisibleTeam } from '../../places/teams-store.ts';
import type { PlaceOfFiles } from '../../search/files-in-place-store.ts';
import { type Hit, type SearchPlace, searchNodes as search } from '../../search/search-nodes.ts';
import type { FactKind } from '../../words/index-words.ts';
import { type SearchQuery, searchQuery } from '../../words/search-query.ts';
import { snippetOf } from '../../words/snippet.ts';

const usualHits = 20;
const mostWords = 20;
const factKinds = ['type', 'component', 'style', 'variable', 'font', 'page'] as const satisfies FactKind[];

/** What the nodes say that are found, and where they stand. */
export const searchNodes: Handler<'searchNodes'> = async (call, context) => {
  const query = queryOf(call);
  const { hits, next } = await search(context, {
    caller: call.caller,
    query,
    from: placeOf(call.query.cursor),
    signal: call.signal(),
    file: await fileOf(call, context),
    place: await placeOfFiles(call, context),
    mostHits: call.query.page_size ?? usualHits,
  });
  const end = next && { next_cursor: sealCursor([next.rank, next.block, next.node]) };
  return { json: { hits: hits.map((hit) => hitRecord(call, context, query, hit)), ...end } };
};

type SearchCall = Call<'searchNodes'>;

/** @throws ApiError 400 */
function queryOf({ query: given }: SearchCall): SearchQuery {
  const facts = factKinds.flatMap((kind) =>
    given[kind] === undefined ? [] : [[kind, given[kind]] as const],
  );
  const query = searchQuery(given.q ?? '', facts);
  if (query.words.length > mostWords)
    throw badRequest(`Invalid value for "q": it has ${query.words.length} words, and may have ${mostWords}.`);
  if (query.words.length > 0) return query;
  if (given.q !== undefined && given.q.trim() !== '')
    throw badRequest('Invalid value for "q": there is no letter and no digit in it.');
  if (facts.length > 0) return query;
  throw badRequest(
    'Say what is sought: "q", or one of "type", "component", "style", "variable", "font", "page".',
  );
}

/** @throws ApiError 404 */
async function fileOf({ caller, query }: SearchCall, { database }: Context) {
  if (query.file === undefined) return undefined;
  return (await findVisibleFile(database, caller, fileKeyOf(query.file))).key;
}

/** @throws ApiError 400, 404 */
async function placeOfFiles(
  { caller, query }: SearchCall,
  context: Context,
): Promise<PlaceOfFiles | undefined> {
  const { project, team } = query;
  const { database } = context;
  const teamId =
    team === undefined ? undefined : (await findVisibleTeam(database, caller, teamIdOf(team))).id;
  if (project === undefined) return teamId && { team: teamId };
  const found = await findVisibleProject(database, caller, projectIdOf(project));
  if (teamId === undefined || found.teamId === teamId) return { project: found.id };
  throw badRequest('The project is not one of the team: name one of the two.');
}

/** @throws ApiError 400 */
function placeOf(cursor: string | undefined): SearchPlace | undefined {
  if (cursor === undefined) return undefined;
  const parts = openCursor(cursor);
  const isPlace =
    parts.length === 3 && parts.every((part) => Number.isSafeInteger(part) && (part as number) >= 0);
  const [rank, block, node] = parts as number[];
  if (!isPlace || (rank !== 1 && rank !== 2 && rank !== 3))
    throw badRequest('Invalid value for "cursor": it is not one that an earlier page gave.');
  return { rank, block: block!, node: node! };
}

function hitRecord(
  { caller }: SearchCall,
  context: Context,
  query: SearchQuery,
  { file, node, path, isSeen }: Hit,
): SearchHit {
  const page = filePageAddress(context.addresses.web, file);
  // The document is the file, and has its picture.
  const shown = node.type === 'DOCUMENT' ? undefined : exactNodeId(node.id);
  return {
    file_key: file.key,
    file_name: file.name,
    node_id: node.id,
    name: node.name,
    type: node.type,
    path: [...path],
    snippet: snippetOf(node.text, query.words),
    thumbnail_url: isSeen
      ? thumbnailAddress(context, caller.user.id, file.key, file.currentVersion, shown)
      : '',
    url: shown === undefined ? page : `${page}?node-id=${encodeURIComponent(node.id.replaceAll(':', '-'))}`,
  };
}
