import { useMutation } from '@tanstack/react-query';
import { sentenceOf } from '../../api/refusals.ts';
import { Button } from '../../parts/button.tsx';
import { Notice } from '../../parts/notice.tsx';
import { Section } from '../../parts/section.tsx';
import { type Person, sendPasswordLink } from './people-queries.ts';
import { SentLink } from './sent-link.tsx';

/** A link by which the person chooses another password. */
export function PasswordLink({ person: { id, handle, email } }: { person: Person }) {
  const send = useMutation({ mutationFn: () => sendPasswordLink(id) });
  return (
    <Section
      title="Password"
      lead={`A link lets ${handle} choose another password. Once it is used, they are signed out everywhere; tokens keep working.`}
      action={
        <Button isPending={send.isPending} onPress={() => send.mutate()}>
          Send a link
        </Button>
      }
    >
      {send.isError && <Notice kind="wrong">{sentenceOf(send.error)}</Notice>}
      {send.data !== undefined && <SentLink key={send.data.expires_at} sent={send.data} to={email} />}
    </Section>
  );
}
