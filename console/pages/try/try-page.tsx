import { useSuspenseQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { basePath } from '../../api/base-path.ts';
import { Misfit, Unreachable } from '../../api/refusals.ts';
import { NothingHere } from '../../frame/fallback-pages.tsx';
import { codeWords } from '../../parts/code-words.tsx';
import { Facts } from '../../parts/facts.tsx';
import { Form } from '../../parts/form.tsx';
import { Page } from '../../parts/page.tsx';
import { Section } from '../../parts/section.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { type Described, descriptionQuery, findDescribed } from './description.ts';

const breadcrumbs = [{ name: 'Developers', to: '/developers' }];

/** An operation to be called from the page, with a token of one's own. */
export function TryPage() {
  const { operationId } = useParams({ strict: false }) as { operationId: string };
  const { data } = useSuspenseQuery(descriptionQuery);
  const operation = findDescribed(data, operationId);
  if (operation === undefined) return <NothingHere />;
  return (
    <Page
      title={operation.summary}
      breadcrumbs={breadcrumbs}
      lead={<AddressOf operation={operation} id={operationId} />}
    >
      <Try key={operationId} operation={operation} />
    </Page>
  );
}

const AddressOf = ({ operation: { method, path, tag }, id }: { operation: Described; id: string }) => (
  <>
    <code>{`${method} ${path}`}</code>, in the{' '}
    <a href={`${basePath}/docs/${tag.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}#${id}`}>reference</a>
  </>
);

interface Answered {
  readonly status: number;
  readonly type: string;
  readonly tookMs: number;
  readonly text: string;
}

const mostShown = 100_000;

function Try({ operation }: { operation: Described }) {
  const [answer, setAnswer] = useState<Answered>();
  return (
    <>
      <Section title="Request">
        <Form words="Send" action={async (values) => setAnswer(await send(operation, values))}>
          {!operation.isOpen && (
            <TextField
              label="Token"
              name="token"
              type="password"
              hint="One of your own. The page forgets it when you leave; the call acts with it, and counts."
              isRequired
              autoComplete="off"
            />
          )}
          {operation.parameters
            .filter((parameter) => ['path', 'query'].includes(parameter.in))
            .map(({ name, required = false, description }) => (
              <TextField
                key={name}
                label={name}
                name={`given ${name}`}
                {...(description === undefined ? {} : { hint: codeWords(description) })}
                isRequired={required}
                autoComplete="off"
              />
            ))}
          {operation.hasBody && <TextField label="Body" name="body" hint="As JSON." rows={8} />}
        </Form>
      </Section>
      {answer !== undefined && (
        <Section title="Answer">
          <Facts
            facts={[
              ['Status', String(answer.status)],
              ['Content type', answer.type],
              ['Took', `${answer.tookMs} ms`],
            ]}
          />
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it is scrolled by the keyboard */}
          <pre className="try-answer" tabIndex={0}>
            {answer.text}
          </pre>
        </Section>
      )}
    </>
  );
}

/** Calls as a program would: by the token alone, not by the session. */
async function send(operation: Described, values: Readonly<Record<string, string>>): Promise<Answered> {
  const { method, path, parameters } = operation;
  const given = (name: string) => values[`given ${name}`]?.trim() ?? '';
  const filled = path.replaceAll(/\{(\w+)\}/g, (_whole, name) => encodeURIComponent(given(name)));
  const query = parameters.filter((one) => one.in === 'query' && given(one.name) !== '');
  const search = new URLSearchParams(query.map(({ name }) => [name, given(name)]));
  const body = jsonOf(values.body ?? '');
  const began = performance.now();
  const response = await fetch(`${basePath}${filled}${query.length === 0 ? '' : `?${search}`}`, {
    method,
    credentials: 'omit',
    headers: {
      ...(operation.isOpen ? {} : { 'x-figma-token': values.token?.trim() ?? '' }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body }),
  }).catch((cause) => {
    throw new Unreachable(cause);
  });
  const type = response.headers.get('content-type') ?? '–';
  const text = readable(type, await response.text());
  return { status: response.status, type, tookMs: Math.round(performance.now() - began), text };
}

function jsonOf(text: string): string | undefined {
  if (text.trim() === '') return undefined;
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    throw new Misfit('body', 'This is not JSON.');
  }
}

function readable(type: string, text: string): string {
  const whole = type.startsWith('application/json') ? JSON.stringify(JSON.parse(text), null, 2) : text;
  return whole.length <= mostShown ? whole : `${whole.slice(0, mostShown)}\n…`;
}
