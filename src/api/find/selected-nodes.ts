import type { Context } from '../../context.ts';
import { fileKeyOf, versionIdOf } from '../../contract/branded-ids.ts';
import { listOf } from '../../contract/comma-lists.ts';
import { badRequest } from '../../errors.ts';
import { openCursor, sealCursor } from '../../events/position-cursor.ts';
import type { Call, TextAnswer } from '../../operation.ts';
import { type SelectedFiles, type SelectPlace, selectInFiles } from '../../search/select-in-files.ts';

type SelectCall = Pick<
  Call<'selectNodes'> | Call<'selectProjectNodes'> | Call<'selectTeamNodes'>,
  'caller' | 'query' | 'signal'
>;

const usualNodes = 500;
const mostProperties = 100;

/** A page of the nodes in these files that the call's selector means. */
export async function selectedNodes(
  { caller, query, signal }: SelectCall,
  context: Context,
  filesFrom: (place: SelectPlace | undefined) => SelectedFiles,
): Promise<TextAnswer> {
  const properties = [...new Set(listOf(query.properties))];
  if (properties.length > mostProperties)
    throw badRequest(`Invalid value for "properties": there are more than ${mostProperties}.`);
  const from = placeOf(query.cursor);
  const asked = { caller, from, properties, selector: query.selector, signal: signal() };
  const mostNodes = query.page_size ?? usualNodes;
  const { nodes, next } = await selectInFiles(context, filesFrom(from), { ...asked, mostNodes });
  const cursor = next === undefined ? '' : sealCursor([next.file, next.version, next.node]);
  return {
    // As text, since a value may be nested deeper than it could be printed again.
    text: `{"nodes":[${nodes.join()}]${cursor === '' ? '' : `,"next_cursor":"${cursor}"`}}`,
    contentType: 'application/json; charset=utf-8',
  };
}

/** @throws ApiError 400 */
function placeOf(cursor: string | undefined): SelectPlace | undefined {
  if (cursor === undefined) return undefined;
  const [file, version, node] = openCursor(cursor);
  const isPlace = typeof file === 'string' && typeof version === 'string' && isNode(node);
  if (!isPlace) throw badRequest('Invalid value for "cursor": it is not one that an earlier page gave.');
  return { file: fileKeyOf(file), version: versionIdOf(version), node };
}

const isNode = (node: unknown): node is number => Number.isSafeInteger(node) && (node as number) >= 0;
