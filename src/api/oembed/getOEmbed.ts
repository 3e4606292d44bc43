import { filePageAddress } from '../../access/public-addresses.ts';
import { type ViewedFile, viewableFile } from '../../accounts/viewed-file.ts';
import type { Context } from '../../context.ts';
import type { NodeId } from '../../contract/branded-ids.ts';
import { ApiError, badRequest, notFound, sentences } from '../../errors.ts';
import type { Call, Handler } from '../../operation.ts';
import {
  embedAddress,
  prototypeAddress,
  readPageAddress,
  sitePageAddress,
  withNode,
} from '../../sites/page-address.ts';
import { type PublishedSite, publishedSiteAt } from '../../sites/published-sites-store.ts';
import { embedMarkup } from './embed-markup.ts';
import { embedSize } from './embed-size.ts';
import { thumbnailMembers } from './thumbnail-members.ts';

/** What an address leads to: a file that is open to anyone, or a published site. */
interface Resource {
  readonly title: string;
  /** Canonical. */
  readonly page: string;
  /** The page that stands in the frame, where it is another one. */
  readonly framed?: string;
  readonly nodeId?: NodeId | undefined;
  /** Whose thumbnail it has. */
  readonly file: Pick<ViewedFile, 'key' | 'currentVersion'>;
  readonly own: { readonly key: string; readonly folder_name: string } | { readonly is_published_site: true };
}

/** @see EMB-01…24 */
export const getOEmbed: Handler<'getOEmbed'> = async (call, context) => {
  const { maxwidth, maxheight, format = 'json' } = call.query;
  if (format !== 'json') throw new ApiError(501, 'Only `format=json` is implemented.');
  const { title, page, framed = page, nodeId, file, own } = await resourceAt(call, context);
  const size = embedSize(maxwidth, maxheight);
  const { config, addresses } = context;
  return {
    fileKey: file.key,
    json: {
      version: '1.0',
      type: 'rich',
      title,
      url: page,
      provider_name: 'key' in own ? config.providerName : config.siteProviderName,
      provider_url: addresses.web,
      cache_age: 3600,
      ...size,
      html: embedMarkup(withNode(embedAddress(addresses.web, framed), nodeId), title, size),
      ...own,
      ...(await thumbnailMembers(file, call.query, call.ipAddress, context)),
    },
  };
};

/** @throws ApiError 400 for an address of something else, 404 for what is not there or not open to anyone */
async function resourceAt({ query, caller }: Call<'getOEmbed'>, context: Context): Promise<Resource> {
  const named = readPageAddress(query.url, context.addresses, context.config);
  if (named === undefined) throw noAddress();
  const { sitePath } = named;
  const site = sitePath && (await publishedSiteAt(context.database, sitePath, caller.user.organizationId));
  if (site) return ofSite(site, context);
  if ('fileKey' in named) {
    const file = await viewableFile(context, named.fileKey);
    if (file === undefined) throw notFound(sentences.fileNotFound);
    const { nodeId, isPrototype } = named;
    const resource = ofFile(file, context);
    const framed = isPrototype ? { framed: prototypeAddress(context.addresses.web, resource.page) } : {};
    return { ...resource, ...framed, nodeId };
  }
  throw named.sitePath.startsWith('/site/') ? notFound('Site not found') : noAddress();
}

const noAddress = () =>
  badRequest('The parameter "url" is not the address of a file or site of this server.');

function ofFile(file: ViewedFile, { addresses }: Context): Resource {
  return {
    title: file.name,
    page: filePageAddress(addresses.web, file),
    file,
    own: { key: file.key, folder_name: file.projectName },
  };
}

function ofSite(site: PublishedSite, { addresses }: Context): Resource {
  return {
    title: site.name,
    page: sitePageAddress(addresses.web, site),
    file: { key: site.fileKey, currentVersion: site.currentVersion },
    own: { is_published_site: true },
  };
}
