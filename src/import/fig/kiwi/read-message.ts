import type { ByteSource } from '../../../document/byte-source.ts';
import { ByteReader } from './byte-reader.ts';
import { type Codec, Codecs } from './codecs.ts';
import { bindProjection, type Projection, type ValueOf } from './projection.ts';
import type { Definition } from './read-schema.ts';

export interface ReadMessage<T> {
  readonly message: T;
  readonly mismatched: readonly string[];
  /** How many numbers were none or infinite, and became 0; those of limits do not count. */
  readonly notNumbers: number;
}

/**
 * Reads a message by the schema of its own file, as far as the projection wants it. An interpreter: nothing of a
 * file becomes code. Takes time in proportion to the bytes; an element of a list may take one byte and a hundred of
 * memory, so lists that are kept have `mostElements` together.
 *
 * @throws DocumentRefused
 * @see docs/decisions/0040-fig-files.md
 */
export function readMessage<P extends Projection, R extends keyof P & string>(
  bytes: Uint8Array,
  definitions: readonly Definition[],
  projection: P,
  root: R,
  mostElements?: number,
): ReadMessage<ValueOf<P, R>> {
  const reader = new ByteReader(bytes, 'content', mostElements);
  const { codec, mismatched } = codecFor(reader, definitions, projection, root);
  const message = codec.read(reader, 0) as ValueOf<P, R>;
  if (reader.left > 0) reader.refuse('bytes follow its end');
  return { message, mismatched, notNumbers: reader.notNumbers };
}

/** Reads the value that begins at a place. */
export type ReadAt<T> = (place: number) => { readonly value: T; readonly sizeBytes: number };

/** Reads values of one definition wherever they lie, of bytes that were read once to their end. */
export function readingAt<P extends Projection, R extends keyof P & string>(
  bytes: Uint8Array | Required<ByteSource>,
  definitions: readonly Definition[],
  projection: P,
  root: R,
): { readonly readAt: ReadAt<ValueOf<P, R>>; readonly mismatched: readonly string[] } {
  const reader = new ByteReader(bytes, 'content');
  const { codec, mismatched } = codecFor(reader, definitions, projection, root);
  const readAt: ReadAt<ValueOf<P, R>> = (place) => {
    reader.goTo(place);
    const value = codec.read(reader, 0) as ValueOf<P, R>;
    return { value, sizeBytes: reader.at - place };
  };
  return { readAt, mismatched };
}

function codecFor(
  reader: ByteReader,
  definitions: readonly Definition[],
  projection: Projection,
  root: string,
): { codec: Codec; mismatched: readonly string[] } {
  const bound = bindProjection(projection, definitions);
  const index = definitions.findIndex(({ name }) => name === root);
  if (index === -1) reader.refuse(`its schema defines no ${root}`);
  return { codec: new Codecs(definitions, bound).of(index), mismatched: bound.mismatched };
}
