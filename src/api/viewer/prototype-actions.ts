/** What an interaction does, as far as prototypes are played here. */
export type ClickAction =
  /** Another frame, in place of the present one; SWAP takes the place of what is uppermost. */
  | { readonly type: 'NODE' | 'SWAP'; readonly node: string }
  /** A frame above the present one: `offset` px from its node, where that is said. */
  | { readonly type: 'OVERLAY'; readonly node: string; readonly offset?: Offset }
  | { readonly type: 'BACK' | 'CLOSE' }
  | { readonly type: 'URL'; readonly url: string }
  | { readonly type: 'OTHER' };

interface Offset {
  readonly x: number;
  readonly y: number;
}

/** What begins something without a click: time on the frame, or keys of a keyboard, by their codes in browsers. */
export type OtherTrigger =
  | { readonly type: 'DELAY'; readonly after_ms: number }
  | { readonly type: 'KEY'; readonly key_codes: number[] };

export interface OtherStart {
  readonly trigger: OtherTrigger;
  readonly action: ClickAction;
}

/** The properties that say what a node does. */
export const actionKeys: ReadonlySet<string> = new Set(['interactions', 'transitionNodeID']);

type Said = Readonly<Record<string, unknown>>;
type Values = ReadonlyMap<string, string>;

const interactionsOf = (values: Values): Said[] => listOf(JSON.parse(values.get('interactions') ?? '[]'));

/** What a click on a node does by its properties; undefined where it does nothing. */
export function clickAction(values: Values): ClickAction | undefined {
  const interactions = interactionsOf(values);
  if (interactions.length > 0) {
    const clicked = interactions.filter(({ trigger }) => objectOf(trigger).type === 'ON_CLICK');
    return firstPlayed(clicked.flatMap((one) => listOf(one.actions)));
  }
  const older: unknown = JSON.parse(values.get('transitionNodeID') ?? 'null');
  return typeof older === 'string' ? { type: 'NODE', node: older } : undefined;
}

/** What a node does by time and keys; nothing of what is not played here, since nobody would know of it. */
export function otherStarts(values: Values): OtherStart[] {
  return interactionsOf(values).flatMap((one) => {
    const trigger = otherTrigger(objectOf(one.trigger));
    const action = trigger && firstPlayed(listOf(one.actions));
    return trigger && action && action.type !== 'OTHER' ? [{ trigger, action }] : [];
  });
}

function firstPlayed(actions: readonly Said[]): ClickAction | undefined {
  const played = actions.map(playedAction);
  return played.find(({ type }) => type !== 'OTHER') ?? played[0];
}

const mostKeys = 4;
/** Browsers count no longer. */
const longestMs = 2 ** 31 - 1;

function otherTrigger({ type, timeout, device, keyCodes }: Said): OtherTrigger | undefined {
  if (type === 'AFTER_TIMEOUT' && isNumber(timeout) && timeout >= 0)
    return { type: 'DELAY', after_ms: Math.min(Math.round(timeout), longestMs) };
  if (type !== 'ON_KEY_DOWN' || device !== 'KEYBOARD' || !Array.isArray(keyCodes)) return undefined;
  const codes = keyCodes.filter((code) => Number.isInteger(code) && code > 0 && code < 256) as number[];
  const isWhole = codes.length === keyCodes.length && codes.length > 0 && codes.length <= mostKeys;
  return isWhole ? { type: 'KEY', key_codes: codes } : undefined;
}

const ways: Readonly<Record<string, 'NODE' | 'SWAP' | 'OVERLAY'>> = {
  NAVIGATE: 'NODE',
  SWAP: 'SWAP',
  OVERLAY: 'OVERLAY',
};

function playedAction({ type, destinationId: node, navigation, url, ...more }: Said): ClickAction {
  if (type === 'BACK' || type === 'CLOSE') return { type };
  const address = type === 'URL' ? addressOfWeb(url) : undefined;
  if (address !== undefined) return { type: 'URL', url: address };
  const way = type === 'NODE' && typeof navigation === 'string' ? ways[navigation] : undefined;
  if (way === undefined || typeof node !== 'string') return { type: 'OTHER' };
  if (way !== 'OVERLAY') return { type: way, node };
  const { x, y } = objectOf(more.overlayRelativePosition);
  return { type: way, node, ...(isNumber(x) && isNumber(y) && { offset: { x, y } }) };
}

/** With a host after its slashes, without which it would lead to a path of our own; names and passwords are left out. */
function addressOfWeb(url: unknown): string | undefined {
  const address = typeof url === 'string' && /^https?:\/\/[^/\\]/i.test(url) ? URL.parse(url) : null;
  if (address === null) return undefined;
  if (address.username === '' && address.password === '') return url as string;
  Object.assign(address, { username: '', password: '' });
  return address.href;
}

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);
const isSaid = (value: unknown): value is Said => typeof value === 'object' && value !== null;
const objectOf = (value: unknown): Said => (isSaid(value) ? value : {});
const listOf = (value: unknown): Said[] => (Array.isArray(value) ? value.filter(isSaid) : []);
