import type { WorkspaceFile } from '../../contract/contract.ts';
import { castWorkspace } from '../cast.ts';
import type { TestAnswer } from '../test-server.ts';
import { broughtBack } from './by-restore.ts';
import type { LetThrough, Try } from './door.ts';

/** Entries of a workspace file; what they are is the schema's to check, which is a part of the door. */
type Entries = Readonly<Partial<Record<keyof WorkspaceFile, readonly object[]>>>;

/** The same entries in a workspace file for the cast, and in a world of its own with the cast. */
export function brought(entries: Entries): { 'workspace file': Try; 'test world': Try } {
  return {
    'workspace file': ({ play }) => play('admin', 'POST /workspace/v1/apply', entries),
    'test world': ({ play }) => play('admin', 'POST /test/v1/workspaces', withCast(entries)),
  };
}

/**
 * Entries that are let in, since who brings them is the administrator of the installation: so an installation may hold
 * them, and gets them back.
 */
export function broughtAnyway(
  entries: Entries,
  because: string,
): Record<'workspace file' | 'test world' | 'restore', LetThrough> {
  const tries = brought(entries);
  return {
    'workspace file': { lets: tries['workspace file'], because },
    'test world': { lets: tries['test world'], because },
    restore: broughtBack(
      'A workspace file may bring it, so a backup may hold it.',
      'teams',
      (rows) => rows,
      (visit) => tries['workspace file'](visit),
    ),
  };
}

/** Entries of things that the cast has take their place: a workspace file names a thing once. */
function withCast(entries: Entries): object {
  const cast: Entries = castWorkspace();
  const merged = Object.entries(entries).map(([kind, added]) => {
    const ids = new Set(added.map(idOf));
    const others = (cast[kind as keyof Entries] ?? []).filter((one) => !ids.has(idOf(one)));
    return [kind, [...others, ...added]];
  });
  return { ...cast, ...Object.fromEntries(merged) };
}

const idOf = (entry: object): unknown => {
  const { id, key } = entry as { id?: string; key?: string };
  return id ?? key ?? entry;
};

/** What was said, where it was not done; many things at once are refused one by one. */
export function refusalOf(answer: TestAnswer): string | undefined {
  const isJson = String(answer.headers['content-type'] ?? '').includes('json');
  if (!isJson) return answer.status < 400 ? undefined : readPage(answer.text);
  const [first] = (answer.json.errors ?? []) as { error: string }[];
  return answer.status < 400 ? first?.error : (answer.json.message ?? answer.json.err);
}

/** A page as people read it. */
const readPage = (html: string): string =>
  html.replace(/&(?:quot|#39|lt|gt|amp);/g, (entity) => characters[entity as keyof typeof characters]);
const characters = { '&quot;': '"', '&#39;': "'", '&lt;': '<', '&gt;': '>', '&amp;': '&' } as const;
