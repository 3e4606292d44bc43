import fc from 'fast-check';
import type { Place } from './kinds-of-ids.ts';
import { type Choice, markSign, plannedThingsOf } from './planned-things.ts';

type Values = fc.Arbitrary<unknown>;

/** Values that a schema does not tell: those that fit, and those that don't or are at a border. */
interface Texts {
  readonly fitting: readonly unknown[];
  readonly other?: readonly unknown[];
}

/** The values for a place whose schema says less than is needed; undefined where it says enough. */
export function specialOf({ operation, name }: Place, choice: Choice): Values | undefined {
  const key = `${operation}.${name}`;
  if (choice === 'fitting' && leftOut.has(name)) return fc.constant(undefined);
  const listed = lists[name];
  if (listed !== undefined) return listOf(listed, choice);
  const made = mayBeTaken[key];
  if (made !== undefined) {
    const fresh = fc.nat(99_999).map((number) => made.form.replace('#', String(number)));
    if (choice === 'fitting' && leftToServer.test(key)) return fc.constant(undefined);
    return choice === 'fitting' ? fresh : fc.oneof(fresh, plannedThingsOf(made.kind, choice));
  }
  const { fitting, other = [] } = texts[key] ?? texts[name] ?? { fitting: [] };
  if (fitting.length === 0) return undefined;
  return fc.constantFrom(...fitting, ...(choice === 'fitting' ? [] : other));
}

/** Ids in one text, with commas between. */
const lists: Readonly<Record<string, string>> = { ids: 'node', node_ids: 'node' };
const listOf = (kind: string, choice: Choice): Values =>
  fc.array(plannedThingsOf(kind, choice), { minLength: 1, maxLength: 4 }).map((joined) => ({ joined }));

/** What a request chooses of what is to be made, and what is there may have already. */
const mayBeTaken: Readonly<Record<string, { readonly kind: string; readonly form: string }>> = {
  'createSite.id': { kind: 'site', form: `${markSign}-#` },
  'createSite.url_path': { kind: 'sitePath', form: `/site/${markSign}-#` },
  'updateSite.url_path': { kind: 'sitePath', form: `/site/${markSign}-#` },
  'createFile.key': { kind: 'file', form: `${markSign}-#` },
  'createBranch.key': { kind: 'file', form: `${markSign}-#` },
  'createUser.email': { kind: 'email', form: `new-#@${markSign}.example` },
  'createInvitation.email': { kind: 'email', form: `new-#@${markSign}.example` },
};
/** Of those, what only the administrator of the installation may choose. */
const leftToServer = /^(create|update)(Site|File|Branch)\./;

/** Places in a list that only an earlier page knows. */
const leftOut = new Set(['cursor', 'before', 'after']);

const days: Texts = {
  fitting: ['2026-01-01', '2026-11-15', '2026-11-22', '2025-02-28'],
  other: ['1970-01-01', '2026-02-30', '0000-00-00', '9999-12-31', '+275760-09-13', '2026-1-1'],
};
const seconds: Texts = { fitting: [1_790_000_000, 1_800_000_000], other: [0, 1e15, -1, 4_000_000_000] };
const times: Texts = { fitting: ['2026-01-01T08:00:00Z', '2026-01-01T23:00:00Z'], other: days.fitting };
const links: Texts = {
  fitting: ['https://code.example/a', `https://code.example/${markSign}`],
  other: ['no address'],
};
const passwords: Texts = { fitting: ['nine loud herons here'], other: ['another good password', 'short'] };

const texts: Readonly<Record<string, Texts>> = {
  start_date: days,
  end_date: days,
  start_time: seconds,
  end_time: seconds,
  password: passwords,
  new_password: passwords,
  current_password: passwords,
  // Where calls that leave the machine would go: names and ports that nothing has.
  endpoint: {
    fitting: ['https://receiver.invalid/hook', 'https://zq.invalid/'],
    other: ['http://127.0.0.1:9/', 'https://127.0.0.1:9/', 'no address'],
  },
  'postDevResources.url': links,
  'putDevResources.url': links,
  'getTextEvents.start_date': times,
  'getTextEvents.end_date': times,
  emoji: { fitting: [':heart:', ':eyes:'], other: [':+1::skin-tone-2:', '👍', ':no-such:', ''] },
  url_path: { fitting: [`/site/${markSign}`, '/site/a/b'], other: ['/site', '/site/../x', '/site/a'] },
  depth: { fitting: [1, 2, 3], other: [1_000_000, 0, '1.0', 1e21] },
  action: { fitting: ['CREATE', 'UPDATE', 'DELETE'] },
  website: { fitting: ['https://app.example/'], other: ['http://app.example/', 'javascript:alert(1)'] },
  support_contact: { fitting: ['help@app.example', 'https://app.example/help'], other: ['nobody'] },
  logo: { fitting: [null] },
  redirect_urls: { fitting: [['https://app.example/callback']], other: [['http://app.example/'], ['x']] },
  scopes: {
    fitting: ['all', ['file_content:read'], ['current_user:read', 'workspace:read']],
    other: [[], ['test:control']],
  },
  grant_type: { fitting: ['authorization_code', 'refresh_token'], other: ['password', ''] },
  client_secret: { fitting: ['zq-app-secret'], other: ['wrong', ''] },
  next: { fitting: ['/account', '/'], other: ['//elsewhere.example', 'https://elsewhere.example/'] },
  format: { fitting: ['json', 'png', 'svg'], other: ['xml', 'gif'] },
  'getOEmbed.format': { fitting: ['json'], other: ['xml', ''] },
  'getImages.format': { fitting: ['png', 'svg', 'jpg', 'pdf'], other: ['gif'] },
  'setClock.advance': { fitting: ['1ms', '10ms', '0s'], other: ['soon'] },
  'setClock.set': { fitting: ['2000-01-01T00:00:00Z'], other: ['tomorrow'] },
  'setFaults.operation': { fitting: ['noSuchOperation'], other: ['__proto__', ''] },
};
