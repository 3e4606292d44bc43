import type { Caller } from '../access/caller.ts';
import type { Counted } from '../access/caps.ts';
import type { Change } from '../change.ts';
import type { CompiledContent } from '../content/compile-content.ts';
import type { StoredImage } from '../content/image-bytes.ts';
import type { Context } from '../context.ts';
import type { FileKey, ProjectId, UserId, VersionId } from '../contract/branded-ids.ts';
import type { ApiError } from '../errors.ts';
import { bringShadow } from '../people/bring-shadow.ts';
import { keptUserId } from './kept-ids.ts';
import type { FileMetadata, NamedElsewhere } from './read-metadata.ts';
import type { UpstreamLine } from './upstream-line.ts';
import type { Upstream } from './upstreams-store.ts';

/** A file that is being read from an upstream into one of ours. */
export interface OpenPull {
  readonly context: Context;
  readonly by: Caller;
  readonly upstream: Upstream;
  readonly line: UpstreamLine;
  /** What the upstream calls it. */
  readonly elsewhere: string;
  /** What it is called here, where it may have to be made first. */
  readonly fileKey: FileKey;
  readonly projectId: ProjectId;
  readonly counted: Counted<'filesOfProject'>;
  readonly state: FileMetadata;
  /** Whether webhooks and logs are told: not of what there was before it came here. */
  readonly isTold: boolean;
  readonly brought: Brought;
}

/** What came so far. */
export interface Brought {
  version: VersionId | null;
  nodes: number;
  /** Stored ahead of the file that they belong to. */
  readonly images: StoredImage[];
  readonly warnings: Warning[];
}

export type Warning = CompiledContent['warnings'][number];

/** A refusal of ours that lets the rest go on. */
export const warningOf = (what: string, { message }: ApiError): Warning => ({
  reason: `${what}: ${message}`,
});

/** Somebody of the upstream, who stands in the history of files from now on. */
export function personHere(
  change: Change,
  { upstream }: Pick<OpenPull, 'upstream'>,
  { elsewhere, handle, imgUrl }: NamedElsewhere,
): Promise<UserId> {
  return bringShadow(change, { id: keptUserId(upstream, elsewhere), handle, imgUrl });
}
