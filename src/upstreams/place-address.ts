/** What the address of the page of a project or a team names. */
export interface PlaceAddress {
  readonly host: string;
  readonly kind: 'project' | 'team';
  readonly elsewhere: string;
}

/** Reads an address as a browser shows it, as `/files/project/ID/Name` or `/files/ORGANIZATION/team/ID`. */
export function readPlaceAddress(text: string): PlaceAddress | undefined {
  const url = URL.canParse(text.trim()) ? new URL(text.trim()) : undefined;
  if (url?.protocol !== 'https:') return undefined;
  const [files, ...parts] = url.pathname.split('/').slice(1);
  if (files !== 'files') return undefined;
  for (const kind of ['project', 'team'] as const) {
    const at = parts.indexOf(kind);
    const id = at < 0 ? undefined : parts[at + 1];
    if (at <= 1 && id !== undefined && /^\d{1,64}$/.test(id)) return { host: url.host, kind, elsewhere: id };
  }
  return undefined;
}
