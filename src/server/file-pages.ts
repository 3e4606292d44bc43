import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { FileRow } from '../access/file-row.ts';
import { filePageAddress } from '../access/public-addresses.ts';
import { type AddressHolder, anyone } from '../access/signed-address.ts';
import { viewableFile, viewerOf } from '../accounts/viewed-file.ts';
import { html } from '../console/html.ts';
import { frameAncestors, type ViewerPage, viewerHeaders, viewerPage } from '../console/viewer-page.ts';
import type { Context } from '../context.ts';
import type { UserId } from '../contract/branded-ids.ts';
import { findVersion } from '../files/versions-store.ts';
import { fileThumbnail } from '../images/thumbnail.ts';
import { thumbnailAddress } from '../images/thumbnail-address.ts';
import type { TextAnswer } from '../operation.ts';
import { refusalPage } from '../pages/message-page.ts';
import { pageAnswer } from '../pages/page.ts';
import { type NamedPage, pageKinds, readPagePath, sitePageAddress } from '../sites/page-address.ts';
import { publishedSiteAt } from '../sites/published-sites-store.ts';
import { scriptedPage } from './console.ts';
import { send } from './send-answer.ts';

/** Serves the pages of files and published sites, and what stands in frames of other pages. */
export function bindFilePages(app: FastifyInstance, basePath: string, context: Context): void {
  for (const kind of pageKinds) {
    for (const before of ['', '/embed']) {
      app.get(`${basePath}${before}/${kind}/*`, { exposeHeadRoute: true }, async (request, reply) => {
        await send(request, reply, await pageFor(request, basePath, context));
        return reply;
      });
    }
  }
}

/** A request for a page, as far as it says what is asked for. */
interface Asked {
  readonly named: NamedPage;
  readonly isEmbed: boolean;
  readonly headers: FastifyRequest['headers'];
  readonly basePath: string;
}

async function pageFor(request: FastifyRequest, basePath: string, context: Context): Promise<TextAnswer> {
  const [path = ''] = request.url.slice(basePath.length).split('?');
  const isEmbed = path.startsWith('/embed/');
  const named = readPagePath(path);
  const entry = isPrototype(named) ? context.console.prototype : context.console.viewer;
  if (entry === undefined)
    return refusalPage(503, 'The pages of files were not built. `npm run build` builds them.');
  const asked = { named, isEmbed, headers: request.headers, basePath };
  const site = await sitePage(asked, context);
  const reader = site === undefined ? await readerOf(asked, context) : undefined;
  if (reader !== undefined) return scriptedPage(context.console.filePage, basePath, reader);
  const page = site ?? (await filePage(asked, context));
  if (page === undefined) return nothingHere(request, { basePath, isEmbed }, context);
  return {
    text: viewerPage(page, entry, basePath),
    contentType: 'text/html; charset=utf-8',
    headers: viewerHeaders(page, context.config.embedAncestors),
  };
}

/** Whether one frame after the other is asked for, in place of the whole. */
const isPrototype = (named: NamedPage): boolean => 'fileKey' in named && named.isPrototype;

async function sitePage(
  { named, isEmbed, basePath }: Asked,
  context: Context,
): Promise<ViewerPage | undefined> {
  const site = named.sitePath && (await publishedSiteAt(context.database, named.sitePath));
  if (!site) return undefined;
  const { id, name, fileKey, currentVersion } = site;
  const address = sitePageAddress(context.addresses.web, site);
  return {
    name,
    fileKey,
    address,
    mode: isEmbed ? 'embed' : 'site',
    facts: `${basePath}/viewer/v1/sites/${encodeURIComponent(id)}`,
    picture: await pictureOf({ key: fileKey, currentVersion }, anyone, context),
    oembed: oembedAddress(address, context),
  };
}

/** Who is signed in and may read the file: they get the page with all that is known of it. */
async function readerOf({ named, headers, ...asked }: Asked, context: Context): Promise<UserId | undefined> {
  if (asked.isEmbed || isPrototype(named) || !('fileKey' in named)) return undefined;
  const viewer = await viewerOf(context, headers);
  const file = viewer && (await viewableFile(context, named.fileKey, viewer));
  return file?.role === undefined ? undefined : viewer?.id;
}

/** What stands in a frame is shown to anyone or to nobody, whoever is signed in. */
async function filePage(asked: Asked, context: Context): Promise<ViewerPage | undefined> {
  const { named, isEmbed, headers, basePath } = asked;
  if (!('fileKey' in named)) return undefined;
  const viewer = isEmbed ? undefined : await viewerOf(context, headers);
  const file = await viewableFile(context, named.fileKey, viewer);
  if (file === undefined) return undefined;
  const address = filePageAddress(context.addresses.web, file);
  return {
    name: file.name,
    fileKey: file.key,
    address,
    mode: isEmbed ? 'embed' : 'page',
    facts: `${basePath}/viewer/v1/files/${file.key}`,
    picture: await pictureOf(file, file.isPublic || viewer === undefined ? anyone : viewer.id, context),
    oembed: file.isPublic ? oembedAddress(address, context) : undefined,
  };
}

const oembedAddress = (address: string, { addresses }: Context): string =>
  `${addresses.base}/v1/oembed?${new URLSearchParams({ url: address })}`;

async function pictureOf(
  file: Pick<FileRow, 'key' | 'currentVersion'>,
  holder: AddressHolder,
  context: Context,
): Promise<string | undefined> {
  if (file.currentVersion === null) return undefined;
  const version = await findVersion(context.database, file, undefined);
  const { snapshot } = await context.snapshots.open(version.snapshot);
  const isThere = (await fileThumbnail(snapshot)) !== undefined;
  return isThere ? thumbnailAddress(context, holder, file.key, file.currentVersion) : undefined;
}

/** The same for what is not there and for what may not be seen. */
async function nothingHere(
  { url, headers }: FastifyRequest,
  { basePath, isEmbed }: { basePath: string; isEmbed: boolean },
  context: Context,
): Promise<TextAnswer> {
  const mayHelp = !isEmbed && (await viewerOf(context, headers)) === undefined;
  const next = new URLSearchParams({ next: url });
  const signIn = html`<p><a href="${basePath}/sign-in?${String(next)}">Sign in</a> to see what is shared with you.</p>`;
  const wayBack = html`<p><a class="button" href="${basePath}/">To your files</a></p>`;
  const answer = pageAnswer({
    title: 'Nothing to see here',
    basePath,
    status: 404,
    content: html`<h1>Nothing to see here</h1>
<p>There is no such file, or its link is not open to everybody.</p>
${mayHelp ? [signIn] : []}${isEmbed || mayHelp ? [] : [wayBack]}`,
  });
  return isEmbed ? inFrames(answer, context) : answer;
}

/** The same page where it stands in a frame. */
function inFrames(answer: TextAnswer, { config }: Context): TextAnswer {
  const {
    'x-frame-options': _denied,
    'content-security-policy': policy = '',
    ...headers
  } = answer.headers ?? {};
  const own = String(policy).replace("frame-ancestors 'none'", frameAncestors(config.embedAncestors));
  return { ...answer, headers: { ...headers, 'content-security-policy': own } };
}
