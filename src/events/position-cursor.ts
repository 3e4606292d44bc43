/** A place in a list, as text that says nothing to its holder. */
export function sealCursor(parts: readonly (string | number)[]): string {
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

/**
 * The parts of a cursor; none where this is no cursor, or one that was cut: it lacks the last bracket. Nor where it
 * holds a NUL character, which no text here has and not every database takes.
 */
export function openCursor(cursor: string): readonly unknown[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return Array.isArray(parts) && !parts.some(hasNul) ? parts : [];
  } catch {
    return [];
  }
}

const hasNul = (part: unknown): boolean => typeof part === 'string' && part.includes('\0');
