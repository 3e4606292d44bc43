import { wrongUsage } from './arguments.ts';
import { readSeconds } from './durations.ts';
import { inOrganization, organizationOption } from './organization-option.ts';
import { planned, plannedList } from './planned-call.ts';
import { printable, tableText } from './printed-text.ts';
import { commandOf, oneCall } from './subcommands.ts';
import type { OptionTable } from './usage.ts';

/** Whose tokens: one's own, or those of an organization's plan. */
const plan = {
  plan: { type: 'boolean', sentence: 'Plan access tokens of an organization, in place of your own tokens.' },
  ...organizationOption,
} as const satisfies OptionTable;

const create = oneCall({
  line: 'token create --name NAME --scopes LIST [options]',
  sentence:
    'Makes a personal access token, or with --plan one of an organization, and prints its value this once.',
  options: {
    name: { type: 'string', value: 'NAME', sentence: 'What it is for.' },
    scopes: {
      type: 'string',
      value: 'LIST',
      sentence:
        'Scopes separated by commas, or all: every scope of the interface, none of our own operations.',
    },
    'expires-in': {
      type: 'string',
      value: 'TIME',
      sentence: 'Lifetime, as 30d, 12h or seconds; 90 days at the most.',
    },
    exploration: { type: 'boolean', sentence: 'For trying things out: it ends after 24 hours.' },
    ...plan,
  },
  request: ({ values: { 'expires-in': lifetime, exploration, ...values }, required, usage }) => {
    if (values.plan === true && exploration === true)
      throw wrongUsage('--exploration is for tokens of your own.', usage);
    const scopes = required('scopes');
    const body = {
      name: required('name'),
      scopes: scopes === 'all' ? scopes : scopes.split(',').map((scope) => scope.trim()),
      expires_in: lifetime === undefined ? undefined : readSeconds('expires-in', lifetime),
    };
    if (values.plan !== true)
      return planned('POST /workspace/v1/me/tokens', { body: { ...body, exploration } });
    return inOrganization(values, (path) =>
      planned('POST /workspace/v1/organizations/{organization_id}/tokens', { path, body }),
    );
  },
  text: ({ token }) => `${token}\n`,
});

const list = oneCall({
  line: 'token list [options]',
  sentence: 'Lists your tokens, or with --plan those of an organization, newest first, without their values.',
  options: plan,
  request: ({ values }) =>
    values.plan === true
      ? inOrganization(values, (path) =>
          plannedList('GET /workspace/v1/organizations/{organization_id}/tokens', { path }),
        )
      : plannedList('GET /workspace/v1/me/tokens'),
  text: ({ tokens }) => {
    const rows = tokens.map((token) => [
      token.id,
      token.name,
      'ended' in token && token.ended === true ? 'ended' : (token.expires_at ?? 'never'),
      token.last_used_at ?? 'never',
      token.scopes.join(','),
    ]);
    return tableText(['ID', 'NAME', 'EXPIRES', 'LAST USE', 'SCOPES'], rows);
  },
  json: ({ tokens }) => tokens,
});

const revoke = oneCall({
  line: 'token revoke ID [options]',
  sentence: 'Ends one of your tokens, or with --plan one of an organization, at once.',
  options: plan,
  positionals: ['ID'],
  request: ({ values, positionals: [token_id] }) =>
    values.plan === true
      ? inOrganization(values, (path) =>
          planned('DELETE /workspace/v1/organizations/{organization_id}/tokens/{token_id}', {
            path: { ...path, token_id },
          }),
        )
      : planned('DELETE /workspace/v1/me/tokens/{token_id}', { path: { token_id } }),
  text: (_answer, { positionals: [id] }) => `The token ${printable(id)} is no longer taken.\n`,
});

export const { help, run } = commandOf({ create, list, revoke });
