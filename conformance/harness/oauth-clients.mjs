/**
 * Client libraries as tools use them, each in two steps: `begin` prints the address that a browser is sent to and
 * the cookies it gets, `end` takes what the browser came back with and prints who is signed in, before and after
 * a refresh.
 */
import { Auth, setEnvDefaults, skipCSRFCheck } from '@auth/core';
import AuthFigma from '@auth/core/providers/figma';
import { Figma } from 'arctic';
import { Strategy as FigmaStrategy } from 'passport-figma';
import { AuthorizationCode } from 'simple-oauth2';

const [library, step, query, cookies] = process.argv.slice(2);
const { CLIENT_ID: id, CLIENT_SECRET: secret, CALLBACK: callback } = process.env;
const api = 'https://api.figma.com';
const tokenURL = `${api}/v1/oauth/token`;
const scope = ['current_user:read', 'file_metadata:read'];

const whoIs = async (token) => {
  const answer = await fetch(`${api}/v1/me`, { headers: { authorization: `Bearer ${token}` } });
  return answer.ok ? (await answer.json()).id : answer.status;
};

const figma = new Figma(id, secret, callback);
const simple = new AuthorizationCode({
  client: { id, secret },
  auth: {
    tokenHost: api,
    tokenPath: '/v1/oauth/token',
    authorizeHost: 'https://www.figma.com',
    authorizePath: '/oauth',
  },
});

/** Runs a strategy of Passport on one request; resolves to what it does with it. */
function pass(strategy, request) {
  return new Promise((resolve, reject) => {
    const outcome = { redirect: resolve, success: resolve, fail: reject, error: reject, pass: reject };
    Object.assign(Object.create(strategy), outcome).authenticate({ headers: {}, query: {}, ...request }, {});
  });
}

const passport = new FigmaStrategy(
  { clientID: id, clientSecret: secret, callbackURL: callback, tokenURL, scope },
  (access, refresh, profile, done) => done(null, { access, refresh, profile: profile.id }),
);

/** What a site answers that has its sign-in from Auth.js, at the address where people come back. */
async function site(path, init, taken) {
  const clientSettings = { clientId: id, clientSecret: secret };
  const authorization = { params: { scope: scope.join(' ') } };
  const config = {
    providers: [AuthFigma({ ...clientSettings, authorization })],
    callbacks: {
      jwt: ({ token, account }) => {
        if (account) taken.push(account);
        return token;
      },
    },
    basePath: '/auth',
    secret: 'for this check alone',
    trustHost: true,
    skipCSRFCheck,
  };
  setEnvDefaults({}, config);
  return Auth(new Request(`https://site.example/auth${path}`, init), config);
}

async function refreshed(refreshToken) {
  const body = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken });
  const authorization = `Basic ${btoa(`${id}:${secret}`)}`;
  const answer = await fetch(tokenURL, { method: 'POST', body, headers: { authorization } });
  return (await answer.json()).access_token;
}

const libraries = {
  '@auth/core': {
    begin: async () => {
      const answer = await site('/signin/figma', { method: 'POST', body: new URLSearchParams() });
      const kept = answer.headers.getSetCookie().map((line) => line.split(';')[0]);
      return { address: answer.headers.get('location'), cookies: kept.join('; ') };
    },
    end: async (given) => {
      const taken = [];
      const path = `/callback/figma?${new URLSearchParams(given)}`;
      await site(path, { headers: { cookie: cookies } }, taken);
      const [account] = taken;
      const before = await whoIs(account.access_token);
      const after = await whoIs(await refreshed(account.refresh_token));
      return [before, after, await whoIs(account.access_token)];
    },
  },
  arctic: {
    begin: () => ({ address: String(figma.createAuthorizationURL('a state', scope)) }),
    end: async ({ code }) => {
      const tokens = await figma.validateAuthorizationCode(code);
      const before = await whoIs(tokens.accessToken());
      const refreshed = await figma.refreshAccessToken(tokens.refreshToken());
      return [before, await whoIs(refreshed.accessToken()), await whoIs(tokens.accessToken())];
    },
  },
  'simple-oauth2': {
    begin: () => ({ address: simple.authorizeURL({ redirect_uri: callback, scope, state: 'a state' }) }),
    end: async ({ code }) => {
      const { token } = await simple.getToken({ code, redirect_uri: callback });
      const before = await whoIs(token.access_token);
      const refreshed = await simple.createToken(token).refresh();
      return [before, await whoIs(refreshed.token.access_token), await whoIs(token.access_token)];
    },
  },
  'passport-figma': {
    begin: async () => ({ address: await pass(passport, {}) }),
    end: async (given) => {
      const { access, refresh, profile } = await pass(passport, { query: given });
      const refreshed = await new Promise((resolve, reject) =>
        passport._oauth2.getOAuthAccessToken(refresh, { grant_type: 'refresh_token' }, (error, token) =>
          error ? reject(new Error(JSON.stringify(error))) : resolve(token),
        ),
      );
      return [profile, await whoIs(refreshed), await whoIs(access)];
    },
  },
};

console.log(JSON.stringify(await libraries[library][step](Object.fromEntries(new URLSearchParams(query)))));
