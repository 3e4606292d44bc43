/** What a constraint does with a length on one axis when the parent's changes. */
export type Pin = 'START' | 'END' | 'CENTER' | 'STRETCH' | 'SCALE';

export interface Part {
  readonly start: number;
  readonly length: number;
}

/** Of the parent, before and after. */
export interface Lengths {
  readonly from: number;
  readonly to: number;
}

/** Where a part comes to lie; what is rigid keeps its length. */
export function pinned(pin: Pin, { start, length }: Part, { from, to }: Lengths, isRigid: boolean): Part {
  const grown = to - from;
  if (pin === 'END') return { start: start + grown, length };
  if (pin === 'CENTER') return { start: start + grown / 2, length };
  if (pin === 'STRETCH') return { start, length: isRigid ? length : Math.max(0, length + grown) };
  if (pin === 'START' || from === 0) return { start, length };
  const scale = to / from;
  if (!isRigid) return { start: start * scale, length: length * scale };
  return { start: (start + length / 2) * scale - length / 2, length };
}
