import { ChangeRefused, type Entry, isEntry, optionalText } from './change-fields.ts';
import { type CodeSyntax, platforms } from './state.ts';

/** Code syntax by platform. Platforms that the interface does not know are left out. @throws ChangeRefused */
export function codeSyntaxOf(given: unknown): CodeSyntax {
  if (!isEntry(given)) throw new ChangeRefused('codeSyntax', 'must be an object');
  const named = platforms.map((platform) => [platform, syntaxOf(given, platform)] as const);
  return Object.fromEntries(named.filter(([, syntax]) => syntax !== undefined));
}

function syntaxOf(given: Entry, platform: string): string | undefined {
  try {
    return optionalText(given, platform);
  } catch (error) {
    if (error instanceof ChangeRefused) throw new ChangeRefused(`codeSyntax.${platform}`, error.message);
    throw error;
  }
}
