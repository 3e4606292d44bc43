/** So much is copied at once, which takes less than a millisecond. */
const stepBytes = 1024 * 1024;
const stepPieces = 4096;

/** The bytes of all pieces behind each other, copied in steps: those of a large body take tens of milliseconds at once. */
export function* joinedInSteps(pieces: Iterable<Uint8Array>): Generator<void, Buffer> {
  const all: Uint8Array[] = [];
  let sizeBytes = 0;
  for (const piece of pieces) {
    all.push(piece);
    sizeBytes += piece.length;
    if (all.length % stepPieces === 0) yield;
  }
  const whole = Buffer.allocUnsafeSlow(sizeBytes);
  let [at, stepEnd] = [0, stepBytes];
  for (const piece of all) {
    for (let from = 0; from < piece.length; from += stepBytes) {
      const some = piece.subarray(from, from + stepBytes);
      whole.set(some, at);
      at += some.length;
      if (at < stepEnd) continue;
      yield;
      stepEnd = at + stepBytes;
    }
  }
  return whole;
}
