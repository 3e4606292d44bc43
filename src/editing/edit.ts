import type { JsonRecord, PointJson } from '../render/scene/json-values.ts';

/** A place in a parent, as operations have it that are made of documents. */
interface PlaceOfDocument {
  /** The sibling before it there, or null for none. */
  readonly behind?: string | null | undefined;
  /** Where the box of the parent begins there. */
  readonly origin?: PointJson | undefined;
}

/** One change of a document, as the interface takes it. */
export type NodeOperation =
  | {
      readonly op: 'set';
      readonly id: string;
      readonly properties: JsonRecord;
      readonly unbind?: boolean | undefined;
    }
  | ({
      readonly op: 'insert';
      readonly parent: string;
      readonly index?: number | undefined;
      readonly node: JsonRecord;
    } & PlaceOfDocument)
  | { readonly op: 'remove'; readonly id: string }
  | ({
      readonly op: 'move';
      readonly id: string;
      readonly parent: string;
      readonly index?: number | undefined;
    } & PlaceOfDocument)
  | {
      readonly op: 'copy';
      readonly id: string;
      readonly parent: string;
      readonly index?: number | undefined;
    };

/** What became of something otherwise than one might think. */
export interface EditNote {
  readonly id: string;
  readonly property?: string;
  readonly reason: string;
}

/** A change that the document does not take; nothing of it is done. */
export class EditRefused extends Error {}
