import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../parts/button.tsx';
import { ByAndBy } from '../../parts/by-and-by.tsx';
import { ConfirmButton } from '../../parts/confirm.tsx';
import { Facts } from '../../parts/facts.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { Empty, Section } from '../../parts/section.tsx';
import { changeToken, checkShown, removeUpstream, type Upstream } from './mirror-queries.ts';
import { NewUpstream } from './new-upstream.tsx';
import { TokenCheck } from './token-check.tsx';
import { EndWarning, TokenEnd } from './token-end.tsx';
import { TokenFields, type TokenKind, tokenIn } from './upstream-fields.tsx';

interface UpstreamsProps {
  readonly upstreams: readonly Upstream[];
  readonly mayChange: boolean;
}

/** The servers that are read, with whose tokens. */
export const Upstreams = ({ upstreams, mayChange }: UpstreamsProps) => (
  <Section
    title="Upstreams"
    lead="Servers that designs are read from, such as the original, each with somebody’s token there."
    action={mayChange && upstreams.length > 0 && <NewUpstream />}
  >
    {upstreams.length === 0 && (
      <Empty
        {...(mayChange
          ? {
              action: <NewUpstream />,
              command: 'npx vitrine upstream add --name Original --token-file token.txt',
            }
          : {})}
      >
        {mayChange
          ? 'There is no server yet to read designs from.'
          : 'There is no server yet to read designs from. Administrators of the organization can add one.'}
      </Empty>
    )}
    <ByAndBy items={upstreams} step={20}>
      {(some) =>
        some.map((upstream) => <UpstreamPart key={upstream.id} upstream={upstream} mayChange={mayChange} />)
      }
    </ByAndBy>
  </Section>
);

function UpstreamPart({ upstream, mayChange }: { upstream: Upstream; mayChange: boolean }) {
  const { id, name, base_url, share, plan, keeps_keys } = upstream;
  return (
    <section className="upstream" aria-label={name}>
      <h3>{name}</h3>
      <Facts
        facts={[
          ['Address', <code key="address">{base_url}</code>],
          ['Share of its limits', `${Math.round(share * 100)} %`],
          ['Plan there', plan ?? 'not told yet'],
          ['Keys of files', keeps_keys ? 'the same as there' : 'others than there'],
          ['Token ends', <TokenEnd key="end" upstream={upstream} />],
        ]}
      />
      <EndWarning upstream={upstream} />
      <TokenCheck upstream={id} />
      {mayChange && <Actions upstream={upstream} />}
    </section>
  );
}

function Actions({ upstream: { id, name } }: { upstream: Upstream }) {
  const [kind, setKind] = useState<TokenKind>('personal');
  const check = useMutation({ mutationFn: () => checkShown(id) });
  return (
    <div className="upstream-actions">
      <Button
        aria-label={`Check the token of ${name}`}
        isPending={check.isPending}
        onPress={() => check.mutate()}
      >
        Check the token
      </Button>
      <FormDialog
        words="Replace the token"
        label={`Replace the token of ${name}`}
        title={`Another token for ${name}`}
        send="Replace and check"
        action={(given) => changeToken(id, tokenIn(kind, given))}
      >
        <TokenFields kind={kind} onKind={setKind} />
      </FormDialog>
      <ConfirmButton
        words="Remove"
        label={`Remove ${name}`}
        title={`Remove ${name}?`}
        action={() => removeUpstream(id)}
      >
        Its token is forgotten, and its mirrors end. What came from there stays, and may be changed here.
      </ConfirmButton>
    </div>
  );
}
