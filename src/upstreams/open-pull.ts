import type { Caller } from '../access/caller.ts';
import type { Counted } from '../access/caps.ts';
import type { Change } from '../change.ts';
import type { CompiledContent } from '../content/compile-content.ts';
import type { StoredImage } from '../content/image-bytes.ts';
import type { Context } from '../context.ts';
import type { FileKey, ProjectId, UserId, VersionId } from '../contract/branded-ids.ts';
import type { ApiError } from '../errors.ts';
import type { NewFile } from '../files/create-file.ts';
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
  /** Set where the file is kept current from now on. */
  readonly mirror?: MirrorPull;
}

/** What keeping a file current adds to reading it: its steps can be broken off, and go on where they were. */
export interface MirrorPull {
  readonly newFile: Pick<NewFile, 'ownerId' | 'linkAccess' | 'mirrorId'>;
  /** Of a branch, what its main file is called here. */
  readonly mainFileKey: FileKey | null;
  /** Whether the file has the document already that images are read for. */
  readonly hasDocument: boolean;
  /** Images that came ahead of the document, also before the step was broken off. */
  readonly heldImages: () => Promise<readonly StoredImage[]>;
  readonly holdImage: (image: StoredImage) => Promise<void>;
  /** Writes in the change that brings the images that they came. */
  readonly imagesCame: (change: Change) => Promise<void>;
  /** Writes in the change that brings the document that it came, and of which state. */
  readonly documentCame: (change: Change, state: FileMetadata) => Promise<void>;
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

/** Who is recorded to have changed something: whoever did there where that is kept current, else who had it read. */
export function changerOf(
  { by, upstream, mirror }: Pick<OpenPull, 'by' | 'upstream' | 'mirror'>,
  person: NamedElsewhere | undefined,
): Caller {
  if (mirror === undefined || person === undefined) return by;
  const { handle, imgUrl } = person;
  const id = keptUserId(upstream, person.elsewhere);
  return { ...by, user: { ...by.user, id, handle, imgUrl, email: '' } };
}

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
