import type { Expansion } from '../instances/expand.ts';
import type { Blobs } from '../message/blobs.ts';
import type { Effort } from '../message/effort.ts';
import type { ImportReport } from '../message/import-report.ts';
import type { NodeIndex } from '../message/node-index.ts';
import type { FigNode, Guid } from '../message/wanted.ts';
import type { NodeHead } from '../message/wanted-heads.ts';

/** The id of a mode of a collection in the answer; undefined for none. */
export type ModeIdOf = (set: NodeHead | FigNode | undefined, mode: Guid | undefined) => string | undefined;

/** What every group of properties may ask about the file around its node. */
export interface Answering {
  readonly index: NodeIndex;
  readonly blobs: Blobs;
  readonly report: ImportReport;
  readonly expansion: Expansion;
  readonly modeIdOf: ModeIdOf;
  /** Spent where lists are gone through that others name. */
  readonly effort: Effort;
  /** The key that a thing of this file bears, since the file tells none. */
  readonly localKey: (id: string) => string;
  /** The reference that an image is shown by, by the index of its bytes: older files keep images so. */
  readonly imageRefOfBlob: (index: number) => string | undefined;
  /** What is left of what this design may take of the answer. */
  readonly left: { glyphCharacters: number };
  /** What the answer's maps have to list. */
  readonly used: {
    readonly components: Set<NodeHead>;
    readonly styles: Set<NodeHead>;
    readonly imageRefs: Set<string>;
  };
}

/** Properties of a node by name; what is undefined is left out. */
export type Members = Readonly<Record<string, unknown>>;

/** A number as JSON can hold it: what grew beyond all numbers is 0. */
export const finite = (value: number): number => (Number.isFinite(value) ? value : 0);

/** A value unless it is the one that answers leave out. */
export const unless = <T>(value: T, implied: T): T | undefined => (value === implied ? undefined : value);
