import { Disclosure } from '../../parts/disclosure.tsx';
import { RadioGroup } from '../../parts/radio-group.tsx';
import { TextField } from '../../parts/text-field.tsx';
import type { GivenToken } from './mirror-queries.ts';

export type TokenKind = 'personal' | 'plan' | 'app';

const kinds = [
  { id: 'personal', name: 'Of a person', hint: 'Sees what they see.' },
  { id: 'plan', name: 'Of a plan', hint: 'Sees what its organization allows.' },
  { id: 'app', name: 'Of an app', hint: 'Refreshed by itself before it ends.' },
] as const;

/** The token that the fields hold, or what has one refreshed. */
export function tokenIn(kind: TokenKind, values: Readonly<Record<string, string>>): GivenToken {
  const of = (name: string) => (values[name] ?? '').trim();
  if (kind === 'app')
    return {
      grant: {
        client_id: of('client_id'),
        client_secret: of('client_secret'),
        refresh_token: of('refresh_token'),
      },
    };
  const ends = of('expires_at');
  const expires_at = ends === '' ? {} : { expires_at: new Date(ends).toISOString() };
  return { token: of('token'), token_kind: kind, ...expires_at };
}

interface TokenFieldsProps {
  readonly kind: TokenKind;
  readonly onKind: (kind: TokenKind) => void;
}

/** The token by which another server is read. */
export const TokenFields = ({ kind, onKind }: TokenFieldsProps) => (
  <>
    <RadioGroup
      label="Kind of token"
      choices={kinds}
      value={kind}
      onChange={(id) => onKind(kinds.find((one) => one.id === id)?.id ?? 'personal')}
    />
    {kind === 'app' ? <GrantFields /> : <OwnTokenFields />}
    <NeededScopes />
  </>
);

/** What the token has to be given where it is made. */
const NeededScopes = () => (
  <Disclosure summary="Scopes that the token needs there">
    <p>
      Without <code>file_metadata:read</code> and <code>file_content:read</code> nothing comes.
    </p>
    <p>
      Without <code>file_comments:read</code>, <code>file_versions:read</code>,{' '}
      <code>library_content:read</code>, <code>file_dev_resources:read</code> or{' '}
      <code>file_variables:read</code> that part is left out.
    </p>
    <p>
      Mirrors of projects and teams take <code>projects:read</code>, and the check of the token{' '}
      <code>current_user:read</code>.
    </p>
  </Disclosure>
);

const secret = { isRequired: true, maxLength: 4096, autoComplete: 'off' } as const;

const OwnTokenFields = () => (
  <>
    <TextField
      label="Token"
      name="token"
      type="password"
      hint="Kept encrypted, and never shown again. It is tried at once."
      {...secret}
    />
    <TextField
      label="It ends on"
      name="expires_at"
      type="date"
      hint="As the other server said when it was made; you are warned before. May be left out."
      autoComplete="off"
    />
  </>
);

const GrantFields = () => (
  <>
    <TextField label="Client id" name="client_id" hint="Of the app there." {...secret} />
    <TextField label="Client secret" name="client_secret" type="password" {...secret} />
    <TextField
      label="Refresh token"
      name="refresh_token"
      type="password"
      hint="That the app got with its first token. All is kept encrypted, and tried at once."
      {...secret}
    />
  </>
);
