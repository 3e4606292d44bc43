import type { FastifyInstance, FastifyRequest } from 'fastify';
import { viewerOf } from '../accounts/viewed-file.ts';
import type { ConsoleAsset, ConsoleEntry } from '../console/console-files.ts';
import { consoleHeaders, consolePage } from '../console/console-page.ts';
import { findSharedAsset } from '../console/shared-assets.ts';
import { keptBytes } from '../content/kept-bytes.ts';
import type { Context } from '../context.ts';
import type { UserId } from '../contract/branded-ids.ts';
import { type OperationId, operationContract } from '../contract/contract.ts';
import { isForPages } from '../contract/tags-of-pages.ts';
import { ApiError, notFound } from '../errors.ts';
import type { BytesAnswer, TextAnswer } from '../operation.ts';
import { fontPath } from '../pages/page-style.ts';
import { answersPages, takesPages } from './refusal-answer.ts';
import { send } from './send-answer.ts';

/** Addresses of the console; each answers the same page, whose script shows what the address names. */
const pages = [
  '/',
  ...['/settings', '/developers', '/search', '/reviews', '/files', '/organization', '/server'].flatMap(
    (path) => [path, `${path}/*`],
  ),
];

/** What pages need besides themselves: sign-in, and what their scripts call. */
export const servesPages = (id: OperationId): boolean =>
  answersPages(id) ||
  /^\/(workspace|viewer)\//.test(operationContract(id).path) ||
  isForPages(operationContract(id));

/** Serves the console and what its pages load, and the viewer's. */
export function bindConsole(app: FastifyInstance, basePath: string, context: Context): void {
  for (const url of pages) {
    app.get(`${basePath}${url}`, { exposeHeadRoute: true }, async (request, reply) => {
      // A tool that asks for `/` or `/files/…` gets the 404 of the interface, and no page.
      if (!takesPages(request.headers)) return reply.callNotFound();
      await send(request, reply, await pageFor(request, basePath, context));
      return reply;
    });
  }
  const answers = new Map([...context.console.assets].map(([name, asset]) => [name, assetAnswer(asset)]));
  const font = fontOf(answers);
  app.get(`${basePath}/assets/:name`, { exposeHeadRoute: true }, async (request, reply) => {
    const { name } = request.params as { name: string };
    const answer = (name === fontName ? font : answers.get(name)) ?? (await answerOfOthers(name, context));
    if (answer === undefined) throw notFound('There is no such file');
    await send(request, reply, answer);
    return reply;
  });
}

const fontName = fontPath.split('/').at(-1);

/** The font at an address without a hash of its content, for pages that are not of the console: kept for a day. */
function fontOf(answers: ReadonlyMap<string, BytesAnswer>): BytesAnswer | undefined {
  const [, font] = [...answers].find(([name]) => /^Inter.*\.woff2$/.test(name)) ?? [];
  return font && { ...font, headers: { ...font.headers, 'cache-control': 'public, max-age=86400' } };
}

/** The console for who is signed in, and the way to it for everybody else. */
async function pageFor(request: FastifyRequest, basePath: string, context: Context): Promise<TextAnswer> {
  const viewer = await viewerOf(context, request.headers);
  if (viewer === undefined) return toSignIn(request, basePath);
  return scriptedPage(context.console.console, basePath, viewer.id);
}

/** A page for somebody who is signed in; its script makes everything that is shown on it. */
export function scriptedPage(entry: ConsoleEntry | undefined, basePath: string, person: UserId): TextAnswer {
  if (entry === undefined)
    throw new ApiError(503, 'The pages of the console were not built. `npm run build` builds them.');
  return {
    text: consolePage(entry, basePath, person),
    contentType: 'text/html; charset=utf-8',
    headers: consoleHeaders,
  };
}

function toSignIn(request: FastifyRequest, basePath: string): TextAnswer {
  const next = request.url === basePath ? `${basePath}/` : request.url;
  return {
    status: 303,
    headers: { ...consoleHeaders, location: `${basePath}/sign-in?${new URLSearchParams({ next })}` },
    contentType: 'text/plain',
    text: '',
  };
}

/** A file for a page that was sent by a server of another version. */
async function answerOfOthers(name: string, context: Context): Promise<BytesAnswer | undefined> {
  if (context.together === undefined) return undefined;
  const asset = await findSharedAsset(context, name, context.clock.now());
  return asset && assetAnswer(asset);
}

function assetAnswer({ bytes, contentType, encoded }: ConsoleAsset): BytesAnswer {
  return {
    contentType,
    ...keptBytes(bytes, encoded),
    headers: {
      'cache-control': 'public, max-age=31536000, immutable',
      // Sandboxed frames, which have an origin of their own, load these files too.
      'cross-origin-resource-policy': 'cross-origin',
    },
  };
}
