import { useQuery } from '@tanstack/react-query';
import type { Answer } from '../../api/call.ts';
import { sentenceOf } from '../../api/refusals.ts';
import { ByAndBy } from '../../parts/by-and-by.tsx';
import { Disclosure } from '../../parts/disclosure.tsx';
import { Notice } from '../../parts/notice.tsx';
import { Section } from '../../parts/section.tsx';
import { requestsQuery } from './webhook-queries.ts';

type Request = NonNullable<Answer<'GET /v2/webhooks/{webhook_id}/requests'>['requests']>[number];

/** Each attempt with what was sent and what came back. */
export function Requests({ webhook }: { webhook: string }) {
  const { data, error } = useQuery(requestsQuery(webhook));
  const requests = data?.requests ?? [];
  if (error !== null && data === undefined) return <Notice kind="wrong">{sentenceOf(error)}</Notice>;
  if (requests.length === 0) return null;
  return (
    <Section title="Attempts" lead="Every request of the last week with its answer, newest first.">
      <ByAndBy items={requests} step={50}>
        {(some) =>
          some.map((request) => (
            // Several attempts may be of one moment; what they sent tells them apart.
            <Attempt key={JSON.stringify(request)} request={request} />
          ))
        }
      </ByAndBy>
    </Section>
  );
}

function Attempt({ request: { request_info, response_info, error_msg } }: { request: Request }) {
  const answer = response_info === null ? (error_msg ?? 'No answer') : `Answered ${response_info.status}`;
  return (
    <Disclosure summary={`${request_info.sent_at} · ${answer}`}>
      <h3>Request</h3>
      <pre className="payload">{JSON.stringify(request_info.payload, null, 2)}</pre>
      {response_info !== null && (
        <>
          <h3>Answer</h3>
          <pre className="payload">{JSON.stringify(response_info, null, 2)}</pre>
        </>
      )}
    </Disclosure>
  );
}
