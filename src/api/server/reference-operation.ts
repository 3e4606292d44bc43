import type { PublishedDocument } from '../../contract/published-document.ts';
import { type Content, type Entry, follow, type Operation, type Parameter } from './reference-entries.ts';
import { contents, membersOf, parameterTable } from './reference-schemas.ts';
import { escaped, jsonText, prose, verb } from './reference-text.ts';
import { exampleOf } from './schema-example.ts';

const json = 'application/json';

/** An operation with what it takes and answers, and an example of each. */
export function article({ method, path, operation }: Entry, published: PublishedDocument): string {
  const parameters = (operation.parameters ?? []).map((parameter) => follow<Parameter>(published, parameter));
  const body = operation.requestBody && follow<Content>(published, operation.requestBody);
  const id = operation.operationId;
  const answers = Object.entries(operation.responses).map(([status, response]) =>
    answerItem(status, follow<Content>(published, response)),
  );
  return `<article id="${id}"><h2>${escaped(operation.summary ?? id)}</h2>
<p class="address">${verb(method)} <code>${escaped(path)}</code>${operation.deprecated ? ' <em>deprecated</em>' : ''}</p>
<p>${prose(operation.description ?? '')}</p>
<p class="facts">${facts(operation)} · <a href="../developers/try/${id}">Try it</a></p>
${parameters.length === 0 ? '' : parameterTable(parameters)}
${body === undefined ? '' : `<h3>Body</h3><p>${contents(body)}</p>${membersOf(body)}`}
<h3>Answers</h3><ul class="answers">${answers.join('')}</ul>
<details class="example"><summary>Example</summary><pre>${escaped(requestText({ method, path, operation }, published, { parameters, body }))}</pre>
${answerText(operation, published)}</details></article>`;
}

const answerItem = (status: string, response: Content): string =>
  `<li><b>${escaped(status)}</b> ${contents(response)}${membersOf(response)}</li>`;

interface Sent {
  readonly parameters: readonly Parameter[];
  readonly body: Content | undefined;
}

/** A call of it by curl, with what it has to be given. */
function requestText({ method, path, operation }: Entry, published: PublishedDocument, sent: Sent): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => name.toUpperCase());
  const asked = sent.parameters
    .filter((parameter) => parameter.in === 'query' && parameter.required === true)
    .map(({ name, schema }) => `${name}=${encodeURIComponent(String(exampleOf(published, schema)))}`);
  const url = `${published.servers[0]?.url ?? ''}${filled}${asked.length === 0 ? '' : `?${asked.join('&')}`}`;
  const verbs = method === 'get' ? '' : ` -X ${method.toUpperCase()}`;
  const token = operation['x-open'] === true ? '' : ' -H "X-Figma-Token: $TOKEN"';
  return `curl --cacert ca.pem${verbs}${token}${bodyText(published, sent.body)} '${url}'`;
}

function bodyText(published: PublishedDocument, body: Content | undefined): string {
  if (body?.content === undefined) return '';
  const { schema } = body.content[json] ?? {};
  if (schema === undefined) return ' --data-binary @FILE';
  const text = jsonText(exampleOf(published, schema)).replaceAll("'", "'\\''");
  return ` -H 'content-type: ${json}' \\\n  -d '${text}' \\\n `;
}

function answerText(operation: Operation, published: PublishedDocument): string {
  const [status, response] = Object.entries(operation.responses).find(([code]) => code.startsWith('2')) ?? [];
  if (response === undefined) return '';
  const { content } = follow<Content>(published, response);
  const { schema, example } = content?.[json] ?? {};
  if (schema === undefined) return '';
  return `<p>Answers ${status}:</p><pre>${escaped(jsonText(example ?? exampleOf(published, schema)))}</pre>`;
}

function facts(operation: Operation): string {
  if (operation['x-open'] === true) return 'Needs no token.';
  const scopes = operation['x-scopes'] ?? [];
  const scope =
    scopes.length === 0
      ? 'Any token'
      : `Scope ${scopes.map((name) => `<code>${escaped(name)}</code>`).join(' or ')}`;
  return typeof operation['x-tier'] === 'number' ? `${scope} · tier ${operation['x-tier']}` : scope;
}
