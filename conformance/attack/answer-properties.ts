import type { AnswerCheck } from './answer-schemas.ts';
import { type CallerName, isInsider, mustBeRefused } from './callers.ts';
import type { Operation } from './published-interface.ts';
import type { Request } from './request.ts';
import { limitMs, type Outgoing, type Seen } from './sender.ts';
import { ours, type Tenant, theirs } from './tenants.ts';

/** What an answer breaks, in a sentence; undefined where it keeps everything. */
export type Property = (request: Request, answer: Seen, moment: Moment) => string | undefined;

export const isRefusal = ({ status }: Seen): boolean => status >= 400 && status < 500;

/** No failure of the server, but for those that the interface lists for the operation, as a 503 by design. */
export const isNoFailure: Property = ({ call }, { status, text }) => {
  if (status < 500) return undefined;
  const isByDesign = status > 500 && call.operation.responses[status] !== undefined;
  return isByDesign ? undefined : `the server failed with ${status}: ${text.slice(0, 300)}`;
};

/** They wait for another server, and for its limits. */
const waitsForOthers = new Set(['syncMirror', 'pullFromUpstream', 'readFromUpstream']);

export const isInTime: Property = ({ call }, { tookMs }) =>
  tookMs <= (waitsForOthers.has(call.operation.id) ? 6 : 1) * limitMs
    ? undefined
    : `the answer took ${Math.round(tookMs)} ms`;

export const isAsPublished =
  (check: AnswerCheck): Property =>
  ({ call, isOnPath }, answer) =>
    isOnPath ? check(call.operation, answer) : undefined;

export const unprovenIsRefused: Property = ({ call, isOnPath }, { status }) => {
  if (
    !isOnPath ||
    !mustBeRefused(call.caller, call.operation) ||
    [400, 401, 403, 413, 414, 429, 431].includes(status)
  )
    return undefined;
  return `"${call.caller}" was answered ${status}, where only 401 and 403 are right`;
};

/** What a sequence has come to when an answer is looked at. */
export interface Moment {
  /** Whether something of ours was opened to others, who then may see it. */
  readonly isOpened: boolean;
  readonly sent: readonly Outgoing[];
}

/** No text of a tenant that the caller is no part of, and no id but those that were said in a request. */
export const tellsNothingForeign: Property = (
  { call: { caller, operation } },
  answer,
  { isOpened, sent },
) => {
  const text = `${answer.text} ${answer.headers.location ?? ''}`;
  const leak = foreignTo(caller, isOpened || isByLink(operation)).flatMap((tenant) =>
    leaksOf(tenant, text, sent),
  )[0];
  return leak && `the answer to "${caller}" tells "${leak}" of another tenant: …${around(text, leak)}…`;
};

/** Whoever holds a link from a mail sees what it is for. */
const isByLink = ({ path }: Operation): boolean => /\{(invitation|reset)_token\}/.test(path);

function foreignTo(caller: CallerName, isOpened: boolean): readonly Tenant[] {
  if (caller === 'root') return [];
  // Who comes to something of ours by a link may change it, and stands in its history then.
  if (isInsider(caller)) return isOpened ? [] : [theirs];
  return [...(isOpened ? [] : [ours]), ...(caller === 'stranger' ? [] : [theirs])];
}

function leaksOf({ words, marks }: Tenant, text: string, sent: readonly Outgoing[]): string[] {
  const ids = marks
    .filter((mark) => text.includes(mark))
    .flatMap((mark) => text.match(new RegExp(`${mark}[\\w-]*`, 'g')) ?? []);
  return [...(text.includes(words) ? [words] : []), ...ids.filter((id) => !isSaid(id, sent))];
}

const isSaid = (id: string, sent: readonly Outgoing[]): boolean =>
  sent.some(({ path, body }) => path.includes(id) || (typeof body === 'string' && body.includes(id)));

const around = (text: string, found: string): string => {
  const at = text.indexOf(found);
  return text.slice(Math.max(0, at - 120), at + 80);
};

/**
 * Where what exists is no secret by design. Whoever comes by a link of an app is shown where to sign in; at the
 * token endpoints an app's secret makes anybody that app; who sells something may sell it to anybody. An upstream is
 * asked with the token that it was given for all who may use it, here one of this very server.
 */
const tellsWhatExists = new Set([
  'getOAuthAuthorization',
  'postOAuthConsent',
  'postOAuthToken',
  'postOAuthRefresh',
  'putPayment',
  'readFromUpstream',
  'pullFromUpstream',
  'createMirror',
]);

/** What one may not see answers as what does not exist does: same status, headers and body, but for the ids themselves. */
export function twinDiffers({ unseen, call }: Request, answer: Seen, twin: Seen): string | undefined {
  if (tellsWhatExists.has(call.operation.id)) return undefined;
  const areMade = call.operation.method !== 'GET' && answer.status < 300 && twin.status < 300;
  const isThrottled = [answer, twin].some(({ status }) => status === 429);
  const isProven = call.operation.isOpen && answer.status === 303;
  const isFilled = answer.status < 300 && twin.status === 400 && /no more are allowed/.test(twin.text);
  // What was made twice has two ids; limits and caps count both; who signs in has proved to be somebody.
  if (areMade || isThrottled || isProven || isFilled) return undefined;
  const isEchoed = [...unseen].some(([id, absent]) => answer.text.includes(id) && twin.text.includes(absent));
  const [told, expected] = [tellable(answer, isEchoed), tellable(twin, isEchoed)];
  const hidden = (text: string) =>
    [...unseen].reduce((all, [id, absent]) => all.replaceAll(absent, id), text);
  if (hidden(told) === hidden(expected)) return undefined;
  return `what the caller may not see answers otherwise than what does not exist:\n  ${told.slice(0, 600)}\n  ${expected.slice(0, 600)}`;
}

/** The tag of an answer that repeats the id follows from its bytes, and is another for another id. */
function tellable({ status, headers, text }: Seen, isEchoed: boolean): string {
  const {
    'x-request-id': _id,
    date: _date,
    'keep-alive': _keepAlive,
    'set-cookie': _cookie,
    ...rest
  } = headers;
  const shown = isEchoed && rest.etag !== undefined ? { ...rest, etag: 'of its bytes' } : rest;
  return `${status} ${JSON.stringify(shown)} ${text.replaceAll(/(name="form_token" value=)"[^"]*"/g, '$1')}`;
}
