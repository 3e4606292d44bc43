import { useState } from 'react';
import { Misfit } from '../../api/refusals.ts';
import { Disclosure } from '../../parts/disclosure.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { addUpstream } from './mirror-queries.ts';
import { TokenFields, type TokenKind, tokenIn } from './upstream-fields.tsx';

type Values = Readonly<Record<string, string>>;

const original = 'https://api.figma.com';

/** Asks for a server to read from, and tries its token before it is kept. */
export function NewUpstream() {
  const [kind, setKind] = useState<TokenKind>('personal');
  const add = async ({ name = '', base_url = '', share = '', ca = '', ...given }: Values) => {
    const percent = Number(share);
    if (!(percent >= 1 && percent <= 100)) throw new Misfit('share', 'A number from 1 to 100.');
    await addUpstream({
      name: name.trim(),
      base_url: base_url.trim(),
      share: percent / 100,
      ...tokenIn(kind, given),
      ...(ca.trim() === '' ? {} : { ca }),
    });
  };
  return (
    <FormDialog words="Add upstream" title="A server to read designs from" send="Check and add" action={add}>
      <TextField
        label="Name"
        name="name"
        defaultValue="Original"
        isRequired
        maxLength={255}
        autoFocus
        autoComplete="off"
      />
      <TextField
        label="Address"
        name="base_url"
        type="url"
        defaultValue={original}
        hint="Of the original, or of another server of the interface."
        isRequired
        maxLength={2000}
        autoComplete="off"
      />
      <TokenFields kind={kind} onKind={setKind} />
      <TextField
        label="Share of its limits, in %"
        name="share"
        defaultValue="50"
        hint="The rest is left to other tools that call by the same token."
        isRequired
        maxLength={3}
        autoComplete="off"
      />
      <AuthorityField />
    </FormDialog>
  );
}

/** Seldom wanted, and so behind a line that opens. */
const AuthorityField = () => (
  <Disclosure summary="Its certificate is of an authority of its own">
    <TextField
      label="Authority, in PEM"
      name="ca"
      hint="Of a Vitrine server that made its own: tls/ca.pem of its data folder."
      rows={4}
      maxLength={65_536}
      autoComplete="off"
    />
  </Disclosure>
);
