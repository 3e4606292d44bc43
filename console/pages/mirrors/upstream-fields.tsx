import { RadioGroup } from '../../parts/radio-group.tsx';
import { TextField } from '../../parts/text-field.tsx';

export type TokenKind = 'personal' | 'plan';

const kinds = [
  { id: 'personal', name: 'Of a person', hint: 'Sees what they see.' },
  { id: 'plan', name: 'Of a plan', hint: 'Sees what its organization allows.' },
];

interface TokenFieldsProps {
  readonly kind: TokenKind;
  readonly onKind: (kind: TokenKind) => void;
}

/** The token by which another server is read. */
export const TokenFields = ({ kind, onKind }: TokenFieldsProps) => (
  <>
    <TextField
      label="Token"
      name="token"
      type="password"
      hint="Kept encrypted, and never shown again. It is tried at once."
      isRequired
      maxLength={4096}
      autoComplete="off"
    />
    <RadioGroup
      label="Kind of token"
      choices={kinds}
      value={kind}
      onChange={(id) => onKind(id === 'plan' ? 'plan' : 'personal')}
    />
  </>
);
