import type { Context } from '../../context.ts';
import { exactNodeId, type NodeId } from '../../contract/branded-ids.ts';
import type { Operations } from '../../contract/contract.ts';
import { nodeIdOf } from '../../contract/node-ids.ts';
import { nodeBox } from '../../images/node-size.ts';
import type { PageLook } from '../../images/page-look.ts';
import type { PagesLook, PagesSource } from '../../images/page-tiles.ts';
import { isoTime } from '../../iso-time.ts';
import type { Call, TextAnswer } from '../../operation.ts';
import { pagesSourceOf, type Viewed } from '../../sites/viewed-pages-store.ts';
import { pageAround } from './page-around.ts';
import { viewedArchive } from './viewed-archive.ts';
import { keepingOf, readOnce } from './viewed-document.ts';
import { viewedMirror } from './viewed-mirror.ts';

type Facts = Operations['getViewerFile']['answer'];

type FactsCall = Pick<Call<'getViewerFile'>, 'query' | 'ipAddress' | 'signal'>;

/** Of a file that has no content yet. */
const emptyState = '0'.repeat(32);

/** Pages that are listed, of a file that may have hundreds of thousands. */
const mostPages = 10_000;

/** The facts of what is looked at; `path` is that of the facts themselves. */
export async function factsAnswer(
  context: Context,
  viewed: Viewed,
  path: string,
  call: FactsCall,
): Promise<TextAnswer> {
  const { file, name } = viewed;
  const nodeId = call.query['node-id'];
  const source = await pagesSourceOf(context, viewed);
  const look = source && (await context.images.tiles.look(source));
  const state = look?.state ?? emptyState;
  const node =
    source === undefined || nodeId === undefined
      ? null
      : await nodeFacts(call, context, { viewed, source, nodeId });
  const facts: Omit<Facts, 'pages'> = {
    name,
    key: file.key,
    state,
    last_modified: isoTime(file.lastModified),
    page_count: look?.pages.size ?? 0,
    tiles: `${path}/tiles/${state}/{page}/{zoom}/{column}/{row}${ofVersion(viewed)}`,
    ...readerFacts(viewed),
    ...(await viewedMirror(context, viewed)),
    ...(await viewedArchive(context, viewed)),
    ...(nodeId === undefined ? {} : { node }),
  };
  const listed = look ? await pagesFacts(call, context, { viewed, source, look }) : '[]';
  const pages = withPage(listed, look && node && pageBeyond(look, exactNodeId(node.page)));
  return {
    text: `${JSON.stringify(facts).slice(0, -1)},"pages":${pages}}`,
    contentType: 'application/json; charset=utf-8',
    headers: { 'cache-control': keepingOf(viewed) },
  };
}

/** What is told of the first pages, as JSON. */
const pagesFacts = (
  call: FactsCall,
  context: Context,
  { viewed, source, look }: { viewed: Viewed; source: PagesSource; look: PagesLook },
): Promise<string> => {
  const question = { about: ['pages'], brings: 'parts' } as const;
  return readOnce(call, context, { id: source.snapshot, viewed, question }, (_, run) =>
    run(firstPages(look.pages.values())),
  );
};

function* firstPages(pages: Iterable<PageLook>): Generator<void, Facts['pages']> {
  const told: Facts['pages'] = [];
  for (const page of pages) {
    if (told.length === mostPages) break;
    told.push(pageFacts(page));
    yield;
  }
  return told;
}

/** A page where it is none of those that are listed. */
function pageBeyond({ pages }: PagesLook, id: NodeId): PageLook | undefined {
  let place = 0;
  for (const listed of pages.keys()) {
    if (listed === id) return undefined;
    place += 1;
    if (place === mostPages) break;
  }
  return pages.get(id);
}

const withPage = (listed: string, page: PageLook | null | undefined): string =>
  page ? `${listed.slice(0, -1)},${JSON.stringify(pageFacts(page))}]` : listed;

/** Who the reader is to the file, and where it lies. */
function readerFacts({ file, role, seesProject }: Viewed): Pick<Facts, 'role' | 'place'> {
  if (role === undefined) return {};
  const place = { team: file.teamId, project: file.projectId, project_name: file.projectName };
  return { role, ...(seesProject === true ? { place } : {}) };
}

const ofVersion = ({ version }: Viewed): string =>
  version === undefined ? '' : `?${new URLSearchParams({ version })}`;

const hexOf = (share: number): string =>
  Math.round(255 * share)
    .toString(16)
    .padStart(2, '0');

const pageFacts = ({ id, name, paper, bounds }: PageLook): Facts['pages'][number] => ({
  id,
  name,
  background: `#${hexOf(paper.r)}${hexOf(paper.g)}${hexOf(paper.b)}`,
  bounds: bounds
    ? {
        x: bounds.left,
        y: bounds.top,
        width: bounds.right - bounds.left,
        height: bounds.bottom - bounds.top,
      }
    : null,
});

/** A node by its id, which may have hyphens for colons as it has in addresses. */
async function nodeFacts(
  call: FactsCall,
  context: Context,
  { viewed, source, nodeId }: { viewed: Viewed; source: PagesSource; nodeId: string },
): Promise<Exclude<Facts['node'], undefined>> {
  const asked = {
    id: source.snapshot,
    viewed,
    question: { about: ['place', nodeId], brings: 'parts' },
  } as const;
  const text = await readOnce(call, context, asked, async (snapshot, run) => {
    const index = snapshot.find(nodeIdOf(nodeId));
    if (index === undefined || index === 0) return null;
    const page = snapshot.node(pageAround(snapshot, index));
    return {
      id: snapshot.node(index).id,
      page: page.id,
      bounds: (await run(nodeBox(snapshot, index))) ?? null,
    };
  });
  return JSON.parse(text);
}
