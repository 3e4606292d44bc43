import type { PlannedBody } from './bodies.ts';
import { type CallerName, type Credentials, headersOf, isInsider, seesClosed } from './callers.ts';
import { nothing, unasked, withWrong } from './injected-mistakes.ts';
import { absentLike, isClosed, type KnownThings, markedBy, PlannedThing } from './known-things.ts';
import type { PlannedCall } from './planned-calls.ts';
import { markSign } from './planned-things.ts';
import type { Outgoing } from './sender.ts';
import { ours, theirs } from './tenants.ts';

/** A call with the things that it names. */
export interface Request {
  readonly call: PlannedCall;
  readonly outgoing: Outgoing;
  /** Whether its path is that of the operation; an empty part of it leads elsewhere. */
  readonly isOnPath: boolean;
  /** Things that the caller may not see, by what stands in their place in `twin`. */
  readonly unseen: ReadonlyMap<string, string>;
  /** The same request with things that do not exist in the place of those; undefined where it names none. */
  readonly twin: Outgoing | undefined;
}

/** What requests are made of beside their plan. */
interface Start {
  readonly known: KnownThings;
  readonly credentials: Credentials;
  readonly backup: Uint8Array;
}

/** Names the things of a planned call, as they are known by now; `turn` is another one for each call of a sequence. */
export function requestOf(call: PlannedCall, turn: number, start: Start): Request {
  const { known, credentials } = start;
  const unseen = new Map<string, string>();
  const name = (planned: PlannedThing): unknown => {
    if (planned.kind === 'formToken' && planned.whose !== 'absent')
      return formTokenOf(call.caller, credentials);
    const found = known.find(asCaller(planned, call.caller));
    if (
      found !== undefined &&
      planned.whose !== 'absent' &&
      !isSigned(planned) &&
      !maySee(call.caller, found)
    )
      unseen.set(found, absentLike(found, turn));
    return found ?? 'unknown';
  };
  const outgoing = outgoingOf(call, name, start);
  const absent = (planned: PlannedThing): unknown => {
    const found = name(planned);
    return unseen.get(String(found)) ?? found;
  };
  const twin = unseen.size === 0 ? undefined : outgoingOf(call, absent, start);
  const isOnPath = !/\/(\/|\?|$)|\/\.\.?(\/|\?|$)/.test(outgoing.path);
  return {
    call,
    outgoing,
    isOnPath,
    unseen,
    // Something wrong may have taken the place of what the caller may not see.
    twin: twin?.path === outgoing.path && twin.body === outgoing.body ? undefined : twin,
  };
}

/** Addresses to download let in whoever holds them. */
const isSigned = ({ kind }: PlannedThing): boolean => kind.startsWith('download');

const formTokenOf = (caller: CallerName, { session, visitor }: Credentials): string =>
  /^session/.test(caller) ? session.formToken : visitor.formToken;

/** Those outside of a tenant ask for its things; the administrator of the installation, who sees all, for ours. */
function asCaller(planned: PlannedThing, caller: CallerName): PlannedThing {
  const isOurs = planned.whose === 'theirs' && !isInsider(caller);
  return isOurs ? new PlannedThing(planned.kind, 'ours', planned.nth) : planned;
}

function maySee(caller: CallerName, id: string): boolean {
  if (caller === 'root') return true;
  if (!isInsider(caller)) return !markedBy(ours, id) && !markedBy(theirs, id);
  return !markedBy(theirs, id) && (seesClosed(caller) || !isClosed(id));
}

type Name = (planned: PlannedThing) => unknown;

function outgoingOf(call: PlannedCall, name: Name, { credentials, backup }: Start): Outgoing {
  const mark = isInsider(call.caller) ? ours.words : 'zqdwords';
  const wanted = named({ path: call.path, query: call.query, body: call.body?.value }, name, mark);
  const { path, query, body } = withWrongs(wanted as Parts, call);
  const { operation, address } = call;
  const found = address === undefined ? undefined : name(address);
  return {
    method: operation.method,
    path:
      typeof found === 'string' && found.startsWith('/')
        ? found
        : pathOf(operation.path, path) + queryOf(query),
    headers: { ...headersOf(call.caller, operation, credentials), ...typeOf(call.body) },
    body: bodyOf(call.body, body, backup),
  };
}

interface Parts {
  readonly path: Record<string, unknown>;
  readonly query: Record<string, unknown>;
  readonly body?: unknown;
}

/** Wrong things of the body stay inside of it, so that it is as wrong as it can be and still a body. */
function withWrongs(parts: Parts, { wrongs }: PlannedCall): Parts {
  const changed = wrongs.reduce<unknown>(withWrong, parts) as Parts;
  const rest = (given: unknown, fallback: Record<string, unknown>) =>
    typeof given === 'object' && given !== null ? (given as Record<string, unknown>) : fallback;
  return { path: rest(changed?.path, parts.path), query: rest(changed?.query, {}), body: changed?.body };
}

/** A copy in which planned things are ids and texts have their mark. */
function named(value: unknown, name: Name, mark: string): unknown {
  if (value instanceof PlannedThing) return name(value);
  if (typeof value === 'string') return value.replaceAll(markSign, mark);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => named(item, name, mark));
  if ('joined' in value) return (value.joined as PlannedThing[]).map(name).join(',');
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, inner]) => inner !== undefined)
      .map(([member, inner]) => [member.replaceAll(markSign, mark), named(inner, name, mark)]),
  );
}

const textOf = (value: unknown): string =>
  (typeof value === 'string'
    ? value
    : typeof value === 'symbol'
      ? ''
      : (JSON.stringify(value) ?? '')
  ).toWellFormed();

function pathOf(template: string, parameters: Readonly<Record<string, unknown>>): string {
  return template.replaceAll(/\{([^}]+)\}/g, (_whole, name: string) =>
    encodeURIComponent(textOf(parameters[name] ?? '')),
  );
}

function queryOf(parameters: Readonly<Record<string, unknown>>): string {
  const pairs = Object.entries(parameters).flatMap(([name, value]) =>
    [value].flat().map((one): [string, string] => [name, textOf(one)]),
  );
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`;
}

const typeOf = (body: PlannedBody | undefined): Record<string, string> =>
  body?.type === undefined ? {} : { 'content-type': body.type };

function bodyOf(planned: PlannedBody | undefined, value: unknown, backup: Uint8Array): Outgoing['body'] {
  if (planned === undefined) return undefined;
  if (planned.raw !== undefined)
    return typeof planned.raw === 'object' && 'made' in planned.raw ? backup : planned.raw;
  if (value === nothing || value === unasked || value === undefined) return '';
  if (planned.type !== 'application/x-www-form-urlencoded') return JSON.stringify(value);
  return queryOf(
    typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : { value },
  ).slice(1);
}
