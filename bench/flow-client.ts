import { type Answered, type Client, openClient } from './timed-client.ts';
import type { Vitrine } from './vitrine.ts';

export const flowApp = {
  client_id: 'benchapp',
  client_secret: 'bench-secret',
  callback: 'https://app.example/callback',
} as const;
export const flowPassword = 'correct horse battery staple';

/** A person in a browser, and the app beside them. */
export interface FlowClient {
  /** The authorization page, allowing, the exchange and a refresh: four calls. Answers the access token. */
  flow(): Promise<string>;
  /** The cheapest call with a token. */
  get(token: string): Promise<number>;
  close(): void;
}

/** Signs a person in, once; what it takes is not part of a flow. */
export async function openFlowClient({ url, ca }: Vitrine, email: string): Promise<FlowClient> {
  const browser = openClient(url, ca, {});
  const app = openClient(url, ca, {});
  const cookie = await signIn(browser, email);
  const query = new URLSearchParams({
    client_id: flowApp.client_id,
    redirect_uri: flowApp.callback,
    response_type: 'code',
    state: 's',
  });
  return {
    flow: async () => {
      const page = await asked(browser.ask(`/oauth?${query}`, { headers: { cookie } }), 200);
      const allowed = await sendForm(browser, `/oauth?${query}`, 303, {
        headers: { cookie },
        fields: { form_token: formTokenOf(page), decision: 'allow' },
      });
      const code = new URL(String(allowed.headers.location)).searchParams.get('code') ?? '';
      const { refresh_token } = await tokens(app, { code, redirect_uri: flowApp.callback });
      return (await tokens(app, { refresh_token: String(refresh_token) })).access_token;
    },
    get: async (token) => (await app.ask('/v1/me', { headers: { authorization: `Bearer ${token}` } })).status,
    close: () => {
      browser.close();
      app.close();
    },
  };
}

async function signIn(browser: Client, email: string): Promise<string> {
  const page = await asked(browser.ask('/sign-in'), 200);
  const signedIn = await sendForm(browser, '/sign-in', 303, {
    headers: { cookie: cookieOf(page) },
    fields: { form_token: formTokenOf(page), email, password: flowPassword },
  });
  return cookieOf(signedIn);
}

const basic = Buffer.from(`${flowApp.client_id}:${flowApp.client_secret}`).toString('base64');

async function tokens(
  app: Client,
  fields: Readonly<Record<string, string>>,
): Promise<{ access_token: string; refresh_token?: string }> {
  const grant_type = 'code' in fields ? 'authorization_code' : 'refresh_token';
  const answer = await sendForm(app, '/v1/oauth/token', 200, {
    headers: { authorization: `Basic ${basic}` },
    fields: { grant_type, ...fields },
  });
  return JSON.parse(answer.bytes.toString());
}

function sendForm(
  client: Client,
  path: string,
  status: number,
  { headers, fields }: { headers: Record<string, string>; fields: Readonly<Record<string, string>> },
): Promise<Answered> {
  const body = Buffer.from(new URLSearchParams(fields).toString());
  const type = { 'content-type': 'application/x-www-form-urlencoded', 'content-length': String(body.length) };
  return asked(client.ask(path, { method: 'POST', headers: { ...type, ...headers }, body }), status);
}

/** @throws Error for any other status */
async function asked(answer: Promise<Answered>, status: number): Promise<Answered> {
  const answered = await answer;
  if (answered.status === status) return answered;
  throw new Error(`Answered with ${answered.status} in place of ${status}: ${answered.bytes.toString()}`);
}

const formTokenOf = ({ bytes }: Answered): string =>
  /name="form_token" value="([^"]*)"/.exec(bytes.toString())?.[1] ?? '';

function cookieOf({ headers }: Answered): string {
  const [line = ''] = [headers['set-cookie'] ?? []].flat();
  return line.split(';')[0] ?? '';
}
