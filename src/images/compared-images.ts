import { hash } from 'node:crypto';
import type { ByteBody } from '../content/byte-body.ts';
import type { SnapshotShelf } from '../content/snapshot-shelf.ts';
import type { NodeId, OrganizationId } from '../contract/branded-ids.ts';
import type { WaitingRoom } from '../processes/waiting-room.ts';
import { type PixelCounts, pixelCounts } from '../render/pixel-counts.ts';
import type { ComparedKind } from '../render/render-compared.ts';
import type { RenderOptions } from '../render/render-options.ts';
import type { FontSet } from './font-set.ts';
import { type ImageSource, sourceFingerprint } from './image-name.ts';
import type { RenderedFiles } from './rendered-files.ts';
import type { ComparedVersion, RenderOnce } from './rendering-once.ts';

export interface ComparedRequest {
  readonly before: ImageSource;
  readonly after: ImageSource;
  readonly nodeId: NodeId;
  readonly kind: ComparedKind;
  readonly options: RenderOptions;
  /** Who asks, for taking turns. */
  readonly caller: string;
  readonly signal: AbortSignal;
}

export interface ComparedImage {
  /** Stands for its bytes. */
  readonly name: string;
  readonly body: ByteBody;
}

/** Pictures of a node in two versions, drawn as somebody asks for them and kept with the other images. */
export interface ComparedImages {
  /**
   * Undefined where neither version shows anything of the node.
   * @throws TooMuchWaiting
   * @throws ComparedNotDrawn
   */
  open(request: ComparedRequest): Promise<ComparedImage | undefined>;
  /** The same of the picture of what differs, for its numbers alone. */
  count(request: Omit<ComparedRequest, 'kind'>): Promise<PixelCounts | undefined>;
}

/** The renderer did not get it done. */
export class ComparedNotDrawn extends Error {
  override readonly name = 'ComparedNotDrawn';
}

export interface ComparedImagesParts {
  readonly snapshots: SnapshotShelf;
  readonly files: RenderedFiles;
  readonly renderOnce: RenderOnce;
  readonly fonts: (organizationId: OrganizationId) => Promise<FontSet>;
  /** Changes with the code that renders. */
  readonly renderer: string;
  readonly waitingRoom: WaitingRoom;
}

export function comparedImages(parts: ComparedImagesParts): ComparedImages {
  const open: ComparedImages['open'] = async (request) => {
    const { before, after, options, kind, nodeId } = request;
    const fonts = await parts.fonts(after.organizationId);
    const makers = [fonts.fingerprint, parts.renderer];
    const versions = [before, after].map((source) => sourceFingerprint(source, options, makers));
    const name = hash('sha256', JSON.stringify([...versions, kind, nodeId])).slice(0, 32);
    const body =
      (await parts.files.read(`${name}.png`)) ?? (await drawn(parts, request, `${name}.png`, fonts));
    return body && { name, body };
  };
  return {
    open,
    count: async (request) => {
      const picture = await open({ ...request, kind: 'difference' });
      if (picture === undefined) return undefined;
      return pixelCounts(await headOf(picture.body));
    },
  };
}

async function drawn(
  { files, renderOnce, waitingRoom, snapshots }: ComparedImagesParts,
  { before, after, nodeId, kind, options, caller, signal }: ComparedRequest,
  name: string,
  fonts: FontSet,
): Promise<ByteBody | undefined> {
  const opened = async (source: ImageSource): Promise<ComparedVersion> => {
    const { snapshot, path, overlayPath } = await snapshots.open(source.snapshot);
    return { source, snapshot, snapshotPath: path, overlayPath };
  };
  const outcomes = await waitingRoom.run(caller, async () =>
    renderOnce(
      {
        ...(await opened(after)),
        earlier: await opened(before),
        options,
        fonts,
        signal,
        party: { organization: after.organizationId, caller },
      },
      [{ nodeId, name, compared: kind }],
    ),
  );
  signal.throwIfAborted();
  const outcome = outcomes.get(name);
  if (outcome === undefined || !('reason' in outcome)) return files.read(name);
  if (outcome.reason === 'failed' || outcome.reason === 'timed out')
    throw new ComparedNotDrawn(outcome.detail ?? outcome.reason);
  return undefined;
}

/** The first bytes of a picture. */
async function headOf({ whole, chunks }: ByteBody): Promise<Buffer> {
  if (whole !== undefined) return whole;
  for await (const chunk of chunks()) return Buffer.from(chunk);
  return Buffer.alloc(0);
}
