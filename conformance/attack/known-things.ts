import type { Seen } from './sender.ts';
import { collectionId, modeIds, variableIds } from './tenant-variables.ts';
import { open, ours, type Tenant, theirs, thingsOf } from './tenants.ts';

/** Whose thing a request names: of the caller's own tenant, of the other, of all, one that few may see, or nobody's. */
export type Whose = 'ours' | 'theirs' | 'open' | 'closed' | 'absent';

/** A thing that a planned request names; which one that is turns out when the request is made. */
export class PlannedThing {
  readonly kind: string;
  readonly whose: Whose;
  readonly nth: number;
  constructor(kind: string, whose: Whose, nth: number) {
    this.kind = kind;
    this.whose = whose;
    this.nth = nth;
  }
}

type Things = Record<string, string[]>;

/** What a sequence knows to name: the things of the start, and those that earlier answers told of. */
export class KnownThings {
  readonly #things: Record<'ours' | 'theirs' | 'open', Things>;

  /** `more` are things of ours that the start made, as sessions and snapshots. */
  constructor(more: Things) {
    this.#things = {
      ours: mergedThings(everybodys, thingsOf(ours), more),
      theirs: mergedThings(everybodys, thingsOf(theirs)),
      open: mergedThings(everybodys, thingsOf(open)),
    };
  }

  /** The thing that a planned one turns out to be, or undefined where nothing of the kind is known. */
  find({ kind, whose, nth }: PlannedThing): string | undefined {
    if (whose === 'closed') return closed[kind]?.[nth % (closed[kind]?.length ?? 1)];
    const things = this.#things[whose === 'absent' ? 'theirs' : whose][kind] ?? this.#things.ours[kind] ?? [];
    const found = things[nth % Math.max(1, things.length)];
    return whose === 'absent' && found !== undefined ? absentLike(found) : found;
  }

  /** Things of ours, of some kinds. */
  madeOf(kinds: readonly string[]): Things {
    return Object.fromEntries(kinds.map((kind) => [kind, this.#things.ours[kind] ?? []]));
  }

  /** Leaves out what was deleted, where there is another of its kind. */
  forget(id: string): void {
    for (const [kind, list] of Object.entries(this.#things.ours))
      if (list.length > 1) this.#things.ours[kind] = list.filter((one) => one !== id);
  }

  /** Learns what an answer to one of us made. */
  learn(operationId: string, answer: Told): void {
    for (const [kind, value] of toldBy(operationId, answer)) {
      const list = this.#things.ours[kind] ?? [];
      if (list.includes(value) || markedBy(theirs, value)) continue;
      this.#things.ours[kind] = [...list, value];
    }
  }
}

/** Ids that are the same in every tenant's design. */
const everybodys: Things = {
  node: ['1:1', '1:2', '1:3', '1:6', '1:7', '2:1', 'I1:7;2:2', '0:1', '0:0', '3:1', '1-3'],
  variable: [...variableIds],
  collection: [collectionId],
  mode: [...modeIds],
  imageRef: ['f00dcafe00000000000000000000000000000001', 'f00dcafe00000000000000000000000000000002'],
};

const ourDigits = (number: number): string => `${ours.marks[1]}${number}`;
const closed: Things = { file: [`${ours.marks[0]}-secret`], project: [ourDigits(201)] };

/** Things of ours that only those see who are named in them. */
export const isClosed = (value: string): boolean =>
  Object.values(closed).some((list) => list.includes(value));

export const markedBy = ({ words, marks }: Tenant, text: string): boolean =>
  [words, ...marks].some((mark) => text.includes(mark));

function mergedThings(...all: readonly Things[]): Things {
  const merged: Things = {};
  for (const [kind, values] of all.flatMap((things) => Object.entries(things)))
    merged[kind] = [...(merged[kind] ?? []), ...values];
  return merged;
}

/** An id of the same form that nothing has, or an address with such; another for each `turn`. */
export function absentLike(id: string, turn = 0): string {
  let chance = turn + 1;
  const [start = ''] = /^(https?:\/\/[^/]+)?\/[\w-]+\//.exec(id) ?? [];
  const changed = id.slice(start.length).replaceAll(/[?&]\w+=|[0-9a-zA-Z]/g, (found) => {
    const letters = alphabets.find((one) => one.includes(found));
    if (letters === undefined) return found;
    chance = (chance * 69_069 + 7) % 2 ** 31;
    const step = 1 + ((chance >> 8) % (letters.length - 1));
    return letters[(letters.indexOf(found) + step) % letters.length] ?? '';
  });
  return start + changed;
}

/** Every character stays of its kind, so that a number stays one, of ten or of sixteen. */
const alphabets = ['0123456789', 'abcdef', 'ghijklmnopqrstuvwxyz', 'ABCDEF', 'GHIJKLMNOPQRSTUVWXYZ'];

/** Members of an answer that name what it made, by operation. Addresses to download are named by who answers them. */
const toldMembers: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  createFile: { key: 'file' },
  createBranch: { key: 'file' },
  putFileContent: { version: 'version' },
  patchNodes: { version: 'version' },
  nameVersion: { id: 'version' },
  getFileVersions: { 'versions.id': 'version' },
  postComment: { id: 'comment' },
  postWebhook: { id: 'webhook' },
  createSite: { id: 'site' },
  createTeam: { id: 'team' },
  createProject: { id: 'project' },
  createUser: { id: 'user' },
  createToken: { id: 'token', token: 'tokenValue' },
  listTokens: { 'tokens.id': 'token' },
  createPlanToken: { id: 'token', token: 'tokenValue' },
  listPlanTokens: { 'tokens.id': 'token' },
  createInvitation: { id: 'invitation', link: 'invitationToken' },
  sendInvitation: { link: 'invitationToken' },
  createPasswordReset: { link: 'resetToken' },
  createApp: { client_id: 'app', client_secret: 'secret' },
  replaceAppSecret: { client_secret: 'secret' },
  postDevResources: { 'links_created.id': 'devResource' },
  postVariables: { 'meta.tempIdToRealId.*': 'variable' },
  addFont: { id: 'font' },
  // What createUpstream makes may be a server elsewhere, which nobody here is to call.
  getUpstream: { id: 'upstream' },
  getMirror: { id: 'mirror', 'files.key': 'mirroredFile' },
  listFonts: { 'fonts.id': 'font' },
  getImages: { 'images.*': 'downloadImage' },
  getImageFills: { 'images.*': 'downloadImageFill' },
  getFileMeta: { 'file.thumbnail_url': 'downloadThumbnail' },
  listApps: { 'apps.logo_url': 'downloadAppLogo' },
  listIdentities: { 'identities.id': 'identity' },
  getViewerFile: { state: 'state' },
  getViewerSite: { state: 'siteState' },
  createPaymentToken: { token: 'paymentToken' },
  listDeliveries: { 'deliveries.id': 'delivery' },
  createTestSnapshot: { id: 'snapshot' },
  getTextEvents: { 'meta.urls.*': 'downloadTextEvents' },
  postOAuthToken: { refresh_token: 'refreshToken', access_token: 'tokenValue' },
};

/** The part of an answer that tells of things. */
interface Told {
  readonly status: number;
  readonly json: unknown;
  readonly headers: Seen['headers'];
}

function toldBy(operationId: string, { status, json, headers }: Told): [string, string][] {
  const code = operationId === 'postOAuthConsent' && /[?&]code=([^&]+)/.exec(String(headers.location))?.[1];
  if (code) return [['code', decodeURIComponent(code)]];
  if (status !== 200 || json === undefined) return [];
  const members = Object.entries(toldMembers[operationId] ?? {});
  return members.flatMap(([path, kind]) =>
    valuesAt(json, path.split('.')).map((value): [string, string] => [kind, shortened(value)]),
  );
}

function valuesAt(value: unknown, [step, ...rest]: readonly string[]): string[] {
  if (Array.isArray(value))
    return value.slice(0, 20).flatMap((item) => valuesAt(item, [step, ...rest] as string[]));
  if (step === undefined) return typeof value === 'string' ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  if (step === '*')
    return Object.values(value)
      .slice(0, 20)
      .flatMap((item) => valuesAt(item, rest));
  return valuesAt((value as Record<string, unknown>)[step], rest);
}

/** Of an address the path and the query; of a link in a mail the token at its end. */
function shortened(value: string): string {
  const address = /^https?:\/\/[^/]+(\/.*)$/.exec(value)?.[1];
  if (address === undefined) return value;
  return /^\/(?:invitation|reset-password)\/([^/?]+)/.exec(address)?.[1] ?? address;
}
