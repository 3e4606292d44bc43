import { useMutation, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { sentenceOf } from '../../api/refusals.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import { Button } from '../../parts/button.tsx';
import { ConfirmButton } from '../../parts/confirm.tsx';
import { CopyLine } from '../../parts/copy-line.tsx';
import { Facts } from '../../parts/facts.tsx';
import { Notice } from '../../parts/notice.tsx';
import { Page } from '../../parts/page.tsx';
import { Section } from '../../parts/section.tsx';
import { Day } from '../../parts/times.tsx';
import { Deliveries } from './deliveries.tsx';
import { Requests } from './requests.tsx';
import {
  deleteWebhook,
  keyOf,
  ping,
  rotateKey,
  setStatus,
  standingQuery,
  webhookQuery,
} from './webhook-queries.ts';
import './developers.css';

const breadcrumbs = [{ name: 'Webhooks', to: '/developers/webhooks' }];

/** One webhook: how it stands, what it was sent and what came back, and its secret. */
export function WebhookPage() {
  const { webhookId: id } = useParams({ strict: false }) as { webhookId: string };
  const { event_type, endpoint, status } = useSuspenseQuery(webhookQuery(id)).data;
  const standing = useQuery(standingQuery(id)).data;
  return (
    <Page
      title={endpoint}
      part="Webhook"
      breadcrumbs={breadcrumbs}
      action={<Actions id={id} status={status} />}
      isWide
    >
      <Section label="State">
        <Facts
          facts={[
            ['Event', <code key="event">{event_type}</code>],
            ['Status', status === 'ACTIVE' ? 'Active' : 'Paused'],
          ]}
        />
        {standing?.paused_because != null && <Notice kind="plain">{standing.paused_because}</Notice>}
      </Section>
      <Deliveries webhook={id} />
      <Requests webhook={id} />
      <Secret webhook={id} />
    </Page>
  );
}

function Actions({ id, status }: { id: string; status: 'ACTIVE' | 'PAUSED' }) {
  const navigate = useNavigate();
  const end = async () => {
    await deleteWebhook(id);
    await navigate({ to: '/developers/webhooks' });
  };
  const isActive = status === 'ACTIVE';
  return (
    <>
      <ConfirmButton words="Delete" kind="outlined" title="Delete this webhook?" action={end}>
        It is no longer told of anything, and what is waiting is not sent.
      </ConfirmButton>
      <ActionButton
        words={isActive ? 'Pause' : 'Resume'}
        action={() => setStatus(id, isActive ? 'PAUSED' : 'ACTIVE')}
      />
      {isActive && <ActionButton words="Send a test" action={() => ping(id)} />}
    </>
  );
}

function Secret({ webhook }: { webhook: string }) {
  const key = useMutation({ mutationFn: (action: typeof keyOf) => action(webhook) });
  return (
    <Section
      title="Signing secret"
      lead="Requests are signed as Standard Webhooks describes, besides the passcode in the payload."
    >
      {key.isError && <Notice kind="wrong">{sentenceOf(key.error)}</Notice>}
      {key.data === undefined ? (
        <div>
          <Button isPending={key.isPending} onPress={() => key.mutate(keyOf)}>
            Show the secret
          </Button>
        </div>
      ) : (
        <>
          <CopyLine label="Secret" value={key.data.key} />
          {key.data.previous_key_ends_at !== null && (
            <p className="quiet">
              Until <Day at={key.data.previous_key_ends_at} /> requests are signed with the one before as
              well.
            </p>
          )}
          <div>
            <ConfirmButton
              words="Rotate"
              kind="outlined"
              title="Make another secret?"
              action={() => key.mutateAsync(rotateKey)}
            >
              For a day requests are signed with both, so that the receiver can be changed in between.
            </ConfirmButton>
          </div>
        </>
      )}
    </Section>
  );
}
