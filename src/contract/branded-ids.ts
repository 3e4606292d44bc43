declare const kind: unique symbol;

/**
 * Text that is the id of one kind of thing and of no other. It is a string wherever it is read; from a string it is
 * made at the border alone, by the one function of its kind.
 */
export type IdOf<Kind extends string> = string & { readonly [kind]: Kind };

/** Of a file or a branch. */
export type FileKey = IdOf<'file'>;

export const fileKeyOf = (text: string): FileKey => text as FileKey;

/** Of a node in a document, and in every file that has it. */
export type NodeId = IdOf<'node'>;

/** A node's id letter for letter as a document or a body has it; `nodeIdOf` reads what may be spelled otherwise. */
export const exactNodeId = (text: string): NodeId => text as NodeId;

/** Parameters of the contract that are ids, by their names. */
interface IdParameters {
  readonly file_key: FileKey;
  readonly library_key: FileKey;
  readonly node_id: NodeId;
  readonly page_id: NodeId;
}

/** Parameters of an operation, of which those that are ids are of their kind. */
export type WithIds<Parameters> = {
  [Name in keyof Parameters]: Name extends keyof IdParameters
    ? IdParameters[Name] | Exclude<Parameters[Name], string>
    : Parameters[Name];
};
