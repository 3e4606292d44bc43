import { nameOr } from '../access/name-rules.ts';
import { shownPerson } from '../people/bring-shadow.ts';
import { objectOf, textOf, textOrNothing, timeOf } from './read-values.ts';
import { UpstreamFailed } from './upstream-failed.ts';
import type { UpstreamLine } from './upstream-line.ts';

/** Somebody as answers name them. */
export interface NamedElsewhere {
  readonly elsewhere: string;
  readonly handle: string;
  readonly imgUrl: string;
}

/** What a file is at an upstream before it is read. */
export interface FileMetadata {
  readonly name: string;
  readonly version: string;
  /** With the version the state of the file; the version alone stays the same across edits. */
  readonly touchedAt: number;
  readonly touchedBy: NamedElsewhere | undefined;
  readonly editorType: string | undefined;
}

const longestVersion = 64;

/** @throws UpstreamFailed */
export async function readMetadata(
  line: UpstreamLine,
  key: string,
  patienceMs?: number,
): Promise<FileMetadata> {
  const answer = await line.json(`/v1/files/${encodeURIComponent(key)}/meta`, 'tier3', { patienceMs });
  const file = objectOf(answer).file ?? answer;
  const name = textOf(file, 'name');
  const version = textOf(file, 'version');
  if (version.length > longestVersion)
    throw new UpstreamFailed('unfit', 'The upstream\'s answer has a "version" that is none.');
  return {
    name: nameOr('Untitled', name),
    version,
    touchedAt: timeOf(file, 'last_touched_at'),
    touchedBy: personOf(objectOf(file).last_touched_by),
    editorType: textOrNothing(file, 'editorType', longestVersion),
  };
}

export function personOf(value: unknown): NamedElsewhere | undefined {
  const elsewhere = textOrNothing(value, 'id');
  if (elsewhere === undefined || !/^\d{1,30}$/.test(elsewhere)) return undefined;
  const person = {
    handle: textOrNothing(value, 'handle') ?? '',
    imgUrl: textOrNothing(value, 'img_url') ?? '',
  };
  return { elsewhere, ...shownPerson(person) };
}

export const isSameState = (one: FileMetadata, other: FileMetadata): boolean =>
  one.version === other.version && one.touchedAt === other.touchedAt;
