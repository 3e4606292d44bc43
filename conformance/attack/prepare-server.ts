import { type Browser, formsOf, openBrowser } from '../harness/browser.ts';
import { type Answer, type Call, clientOf, type Target } from '../harness/client.ts';
import type { SignInProvider } from '../harness/sign-in-provider.ts';
import { font } from './bodies.ts';
import type { Credentials } from './callers.ts';
import { cookiesOf, linkIdentities } from './identities.ts';
import { KnownThings } from './known-things.ts';
import { type Interface, readInterface } from './published-interface.ts';
import { workspaceOf } from './tenant-workspace.ts';
import { appSecret, callback, emailOf, open, ours, password, theirs, thingsOf, tokenOf } from './tenants.ts';

/** A server with the tenants in it, and what an attack needs of it. */
export interface Prepared {
  readonly published: Interface;
  readonly credentials: Credentials;
  /** Things of ours that only the start could make. */
  readonly made: Record<string, string[]>;
  /** A copy of the installation as it was prepared. */
  readonly backup: Uint8Array;
  /** Remembers that another token of the administrator is in force, so that a reset can be asked for by it. */
  administratorHas(token: string): void;
  /** Puts everything back to where it was prepared. */
  reset(): Promise<void>;
}

/** A server to prepare; with single sign-on where its provider is known. */
export interface PreparedServer extends Target {
  readonly adminToken: string;
  readonly provider?: SignInProvider;
}

/** Loads the tenants; for servers in test mode that may lose what they hold. */
export async function prepare(server: PreparedServer): Promise<Prepared> {
  const call = clientOf(server);
  const asRoot = async (method: string, path: string, body?: object) =>
    good(await call(method, path, { token: server.adminToken, body }), `${method} ${path}`);
  const published = readInterface((await asRoot('GET', '/openapi.json')).json);
  const scopeSets = [...new Set([...published.operations.values()].map(({ scopes }) => scopes.join(' ')))]
    .filter((set) => set !== '' && set !== 'test:control')
    .map((set) => set.split(' '));
  const scopes = published.scopes.filter((scope) => scope !== 'test:control');
  for (const tenant of [ours, theirs, open])
    await asRoot('POST', '/workspace/v1/apply', workspaceOf(tenant, scopeSets, scopes));
  const listed = await tokensOf(call);
  await asAlice(call, 'DELETE', `/workspace/v1/me/tokens/${listed.revoked}`);
  await asRoot('POST', '/test/v1/clock', { advance: '61s' });
  const lacking = new Map(scopeSets.map((set, index) => [set.join(' '), tokenOf(ours, `lacks-${index}`)]));
  const { session, visitor, refreshToken } = await signIn(server);
  const made = await makeThings(call, server);
  // The administrator's own token may be replaced in a sequence, and going back to the server's start takes this one.
  const keeper = (
    await asRoot('POST', '/workspace/v1/me/tokens', { name: 'keeper', scopes: ['test:control'] })
  ).json.token;
  const { bytes: backup } = await asRoot('GET', '/workspace/v1/backup');
  const { id } = (await asRoot('POST', '/test/v1/snapshot')).json;
  const resetBy = (token: string) => call('POST', '/test/v1/reset', { token, body: { snapshot: id } });
  let inForce = server.adminToken;
  return {
    published,
    backup,
    credentials: { adminToken: server.adminToken, session, visitor, lacking },
    made: {
      ...made,
      ...spareTokens(listed),
      snapshot: [id],
      pageUrl: pageUrls(server),
      refreshToken: [refreshToken],
    },
    administratorHas: (token) => {
      inForce = token;
    },
    reset: async () => {
      let answer = await resetBy(keeper);
      for (const token of [server.adminToken, inForce])
        if (answer.status === 403) answer = await resetBy(token);
      good(answer, 'The reset');
    },
  };
}

function good(answer: Answer, what: string): Answer {
  if (answer.status !== 200) throw new Error(`${what} was refused with ${answer.status}: ${answer.text}`);
  return answer;
}

const asAlice = async (call: Call, method: string, path: string, body?: unknown): Promise<Answer> =>
  good(await call(method, path, { token: tokenOf(ours, 'alice'), body }), `${method} ${path}`);

/** Ids of Alice's tokens by their local names. */
async function tokensOf(call: Call): Promise<Record<string, string>> {
  const [organization = ''] = thingsOf(ours).organization ?? [];
  const personal = (await asAlice(call, 'GET', '/workspace/v1/me/tokens')).json.tokens;
  const plan = (await asAlice(call, 'GET', `/workspace/v1/organizations/${organization}/tokens`)).json.tokens;
  return Object.fromEntries(
    [...personal, ...plan].map(({ name, id }) => [name.replace(`${ours.marks[0]}-`, ''), id]),
  );
}

const spareTokens = ({
  spare = '',
  'spare-too': other = '',
  'plan-all': plan = '',
}: Record<string, string>) => ({
  token: [spare, other],
  planToken: [plan],
});

/** What requests can only name once it was made: links, and addresses of pictures. */
async function makeThings(call: Call, server: Target): Promise<Record<string, string[]>> {
  const things = new KnownThings({});
  const { organization = [], user = [] } = thingsOf(ours);
  const people = `/workspace/v1/organizations/${organization[0]}`;
  const file = tokenOf(ours, 'main');
  const learn = async (operation: string, method: string, path: string, body?: unknown) =>
    things.learn(operation, seen(await asAlice(call, method, path, body)));
  for (const who of ['new', 'newer', 'newest'])
    await learn('createInvitation', 'POST', `${people}/invitations`, { email: emailOf(ours, who) });
  for (const id of [user[2], user[3]])
    await learn('createPasswordReset', 'POST', `${people}/users/${id}/password-reset`);
  await learn('getImages', 'GET', `/v1/images/${file}?ids=1:1,1:3`);
  await learn('getImageFills', 'GET', `/v1/files/${file}/images`);
  await learn('getFileMeta', 'GET', `/v1/files/${file}/meta`);
  await learn('addFont', 'POST', `/workspace/v1/fonts?organization=${organization[0]}`, font);
  const awayUpstream = await learnUpstreams(call, server, learn);
  await learn('listApps', 'GET', '/workspace/v1/apps');
  await learn('listIdentities', 'GET', '/workspace/v1/me/identities');
  await learnTexts(call, things);
  await asAlice(call, 'POST', `/workspace/v1/apps/${tokenOf(ours, 'draft')}/publish`);
  const stateOf = async (path: string) => good(await call('GET', `/viewer/v1/${path}`), path).json.state;
  return {
    ...things.madeOf([
      'invitation',
      'invitationToken',
      'resetToken',
      'downloadImage',
      'downloadImageFill',
      'downloadThumbnail',
      'downloadTextEvents',
      'downloadAppLogo',
      'font',
      'identity',
      'upstream',
      'mirror',
      'mirroredFile',
    ]),
    awayUpstream: [awayUpstream],
    state: [await stateOf(`files/${tokenOf(open, 'main')}`)],
    siteState: [await stateOf(`sites/${tokenOf(open, 'site')}`)],
  };
}

type Learn = (operation: string, method: string, path: string, body?: unknown) => Promise<void>;

/**
 * The server itself is read from: nothing else is there for sure, and nothing else is called. The id of one
 * more is answered, which never answers: of the others a mirror is refused unless what it is of is there.
 */
async function learnUpstreams(call: Call, { url, ca }: Target, learn: Learn): Promise<string> {
  const [organization] = thingsOf(ours).organization ?? [];
  const itself = { organization, base_url: url, ca, token: tokenOf(ours, 'alice'), share: 0.6 };
  for (const name of ['First', 'Second', 'Third']) {
    const made = await asAlice(call, 'POST', '/workspace/v1/upstreams', { ...itself, name });
    await learn('getUpstream', 'GET', `/workspace/v1/upstreams/${made.json.id}`);
    await learnMirror(call, made.json.id, learn);
  }
  const away = { ...itself, name: 'Away', base_url: nobodyAnswers };
  return (await asAlice(call, 'POST', '/workspace/v1/upstreams', away)).json.id;
}

/** A port that nobody listens on. */
const nobodyAnswers = 'https://127.0.0.1:9';

/** Of a file that is gone by then: nothing comes any more. */
async function learnMirror(call: Call, upstream: string, learn: Learn): Promise<void> {
  const [project] = thingsOf(ours).project ?? [];
  const { key: file_key } = (
    await asAlice(call, 'POST', '/workspace/v1/files', { name: 'Elsewhere', project })
  ).json;
  const document = { id: '0:0', name: 'Document', type: 'DOCUMENT', children: [] };
  await asAlice(call, 'PUT', `/workspace/v1/files/${file_key}/content`, { name: 'Elsewhere', document });
  const made = await asAlice(call, 'POST', '/workspace/v1/mirrors', { upstream, project, file_key });
  const path = `/workspace/v1/mirrors/${made.json.id}`;
  await asAlice(call, 'POST', `${path}/sync`);
  await asAlice(call, 'DELETE', `/workspace/v1/files/${file_key}`);
  await asAlice(call, 'POST', `${path}/sync`);
  await learn('getMirror', 'GET', path);
}

/** Only apps read the texts of an organization. */
async function learnTexts(call: Call, things: KnownThings): Promise<void> {
  const authorization = `Bearer ${tokenOf(ours, 'app-token')}`;
  const answer = await call('GET', '/v1/discovery?start_date=2026-01-01T00:00:00Z', {
    headers: { authorization },
  });
  things.learn('getTextEvents', seen(good(answer, 'The discovery of texts')));
}

const seen = ({ status, json }: Answer) => ({ status, json, headers: {} });

/** Alice in one browser, nobody in another; with the tokens that the forms of both need. */
async function signIn(server: PreparedServer) {
  const [alice, nobody] = [openBrowser(server), openBrowser(server)];
  const page = await nobody.get('/sign-in');
  await alice.submit(await alice.get('/sign-in'), 'Sign in', { email: emailOf(ours, 'alice'), password });
  const { csrf_token } = (await alice.get('/workspace/v1/session')).json;
  const client = new URLSearchParams({
    client_id: tokenOf(ours, 'app'),
    redirect_uri: callback,
    response_type: 'code',
  });
  const consent = await alice.get(`/oauth?${client}`);
  if (server.provider !== undefined)
    await linkIdentities(server, server.provider, { browser: alice, csrf: csrf_token });
  return {
    session: { cookie: cookiesOf(alice), csrf: csrf_token, formToken: formTokenOf(consent) },
    visitor: { cookie: cookiesOf(nobody), formToken: formTokenOf(page) },
    refreshToken: await exchange(server, alice, consent),
  };
}

async function exchange(server: Target, alice: Browser, consent: Answer): Promise<string> {
  const { headers } = await alice.submit(consent, 'Allow');
  const code = new URL(String(headers.location)).searchParams.get('code') ?? '';
  const form = { grant_type: 'authorization_code', code, redirect_uri: callback };
  const credentials = Buffer.from(`${tokenOf(ours, 'app')}:${appSecret}`).toString('base64');
  const answer = await clientOf(server)('POST', '/v1/oauth/token', {
    headers: { authorization: `Basic ${credentials}`, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(form).toString(),
  });
  return good(answer, 'The code').json.refresh_token;
}

const formTokenOf = (page: Answer): string => formsOf(page)[0]?.fields.form_token ?? '';

const pageUrls = ({ url }: Target): string[] =>
  [open, ours].flatMap((tenant) => [
    `${url}/file/${tokenOf(tenant, 'main')}/Name`,
    `${url}/site/${tokenOf(tenant, 'site')}`,
  ]);
