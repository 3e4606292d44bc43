import { ApiError } from '../errors.ts';
import type { OpenPull } from './open-pull.ts';
import { pullComments } from './pull-comments.ts';
import { pullDevResources } from './pull-dev-resources.ts';
import { pullDocument } from './pull-document.ts';
import { pullImages } from './pull-images.ts';
import { pullPublished } from './pull-published.ts';
import { pullVariables } from './pull-variables.ts';
import { pullVersions } from './pull-versions.ts';
import { UpstreamFailed } from './upstream-failed.ts';

/** What is read of a file, in this order: images are there before the document that shows them. */
export const partNames = [
  ...(['images', 'document', 'variables', 'comments', 'versions', 'published', 'dev_resources'] as const),
] as const;

export type PartName = (typeof partNames)[number];

/** What became of a part. */
export interface PartReport {
  readonly part: PartName | 'metadata';
  readonly state: 'done' | 'skipped' | 'failed';
  /** Calls of the upstream within its limits. */
  readonly calls: number;
  readonly reason?: string;
}

const parts: Readonly<Record<PartName, (pull: OpenPull) => Promise<unknown>>> = {
  images: pullImages,
  document: pullDocument,
  variables: pullVariables,
  comments: pullComments,
  versions: pullVersions,
  published: pullPublished,
  dev_resources: pullDevResources,
};

/** Reads one part; a text says what there is to know of how it went. @throws UpstreamFailed, ApiError */
export async function readPart(pull: OpenPull, part: PartName): Promise<string | undefined> {
  const remark = await parts[part](pull);
  return typeof remark === 'string' ? remark : undefined;
}

/**
 * Reads one part. What fails of it keeps nothing else from coming, but for what nothing comes without.
 * @throws UpstreamFailed, ApiError where the document failed, and with a bad token
 */
export async function pullPart(pull: OpenPull, part: PartName): Promise<PartReport> {
  const before = pull.line.calls();
  const report = (state: PartReport['state'], reason: string | undefined): PartReport => ({
    part,
    state,
    calls: pull.line.calls() - before,
    ...(reason === undefined ? {} : { reason }),
  });
  try {
    return report('done', await readPart(pull, part));
  } catch (error) {
    if (!(error instanceof UpstreamFailed || error instanceof ApiError)) throw error;
    const isForNothing = part === 'document' || (error instanceof UpstreamFailed && error.kind === 'token');
    if (isForNothing) throw error;
    const isForbidden = error instanceof UpstreamFailed && error.kind === 'forbidden';
    return report(isForbidden ? 'skipped' : 'failed', error.message);
  }
}
