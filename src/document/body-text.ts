import type { Body } from './selection.ts';
import type { Snapshot } from './snapshot.ts';

/** A part of a snapshot's document as text, read at once. */
export function textOfBody({ source }: Snapshot, body: Body): string {
  const bytes = Buffer.allocUnsafe(body.sizeBytes);
  let filled = 0;
  for (const piece of body.pieces()) {
    bytes.set(piece instanceof Uint8Array ? piece : source.read(piece.position, piece.length), filled);
    filled += piece.length;
  }
  return bytes.toString('utf8');
}
