/** From the first to the last byte, as in HTTP. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
  /** The object goes on behind it, short as it is. */
  readonly isPart?: boolean;
}

/** Answers whether more is wanted; it does not fail. */
export type TakeChunk = (chunk: Uint8Array) => boolean | Promise<boolean>;

export interface StoredObject {
  readonly key: string;
  /** By the clock of the store. */
  readonly storedAt: number;
}

/**
 * Keeps bytes under keys on other machines. No key of a blob is used twice, so nothing of blobs depends on which of two
 * writers was first, on when a list shows what was stored, or on conditions, in all of which stores differ.
 */
export interface ObjectStore {
  /** Stores a local file. @throws StoreAway */
  put(key: string, path: string, sizeBytes: number): Promise<void>;
  /** Stores a text, also over an earlier one. @throws StoreAway */
  putText(key: string, text: string): Promise<void>;
  /**
   * Stores a text where there is no object of that key yet. A store that knows no conditions stores it over one that
   * was put there in the same moment.
   * @throws StoreAway
   */
  putFirstText(key: string, text: string): Promise<void>;
  /**
   * The bytes of a range, all of them.
   * @throws ObjectMissing, ObjectCut, StoreAway
   */
  get(key: string, range: ByteRange): Promise<readonly Uint8Array[]>;
  /**
   * Hands the bytes of a range on as they come, in their order, each chunk once the one before was taken, and ends
   * where one is not. Bytes beyond those of the range are never handed on.
   * @throws ObjectMissing, ObjectCut, StoreAway
   */
  take(key: string, range: ByteRange, taken: TakeChunk): Promise<void>;
  /** Nothing where there is no such object. @throws StoreAway */
  getText(key: string): Promise<string | undefined>;
  /** Deletes an object, also one that is not there. @throws StoreAway */
  delete(key: string): Promise<void>;
  /** All objects whose keys begin so, in no order. @throws StoreAway */
  list(prefix: string): AsyncIterable<StoredObject>;
  /** Ends uploads in parts that were begun before that time and never finished; answers how many. @throws StoreAway */
  endUploads(before: number): Promise<number>;
  close(): void;
}

/** What is done with a store of objects, as it is counted. */
export type StoreRequest = 'get' | 'put' | 'delete' | 'list';

/** Counts what a remote store and its local copies do. */
export interface StoreMeasures {
  request(kind: StoreRequest, outcome: 'done' | 'missing' | 'failed', seconds: number): void;
  /** A blob was asked for that a local copy was there of. */
  hit(): void;
  /** A local copy was brought. */
  fetched(seconds: number): void;
  /** Bytes were found that are not those of their name, or none where some should be. */
  damaged(where: 'store' | 'copy' | 'missing'): void;
  /** What the local copies take, and by how much that is more than it should be. */
  copies(bytes: number, beyondBytes: number): void;
}

/** There is no object of this key. */
export class ObjectMissing extends Error {
  constructor(key: string) {
    super(`The store has no object ${key}.`);
    this.name = 'ObjectMissing';
  }
}

/** The object ends sooner, or later, than it should. */
export class ObjectCut extends Error {
  constructor(key: string) {
    super(`The object ${key} of the store has another length than it was stored with.`);
    this.name = 'ObjectCut';
  }
}

/**
 * The store cannot be used at the moment: it is not reached, refuses, or has no room. What was begun is gone. The
 * message is one sentence for the administrator.
 */
export class StoreAway extends Error {
  readonly isFull: boolean;

  constructor(sentence: string, options: { cause?: unknown; isFull?: boolean } = {}) {
    super(sentence, { cause: options.cause });
    this.name = 'StoreAway';
    this.isFull = options.isFull ?? false;
  }
}

/** What is stored of a blob is lost, or is not what was stored. */
export class BlobDamaged extends Error {
  constructor(id: string, cause: unknown) {
    super(`What is stored of the blob ${id} is lost or damaged.`, { cause });
    this.name = 'BlobDamaged';
  }
}
