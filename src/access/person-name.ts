const longestName = 255;

/** What is wrong with what somebody wants to be called, or undefined. */
export function nameProblem(name: string): string | undefined {
  if (name.trim() === '') return 'A name is missing.';
  if (name.length > longestName) return `A name has at most ${longestName} characters.`;
  if (/[\p{Cc}\u2028-\u202e\u2066-\u2069]/u.test(name)) return 'A name is one line of text.';
  return undefined;
}
