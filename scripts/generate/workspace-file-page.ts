import { readContract } from './sources.ts';

/** What of a schema is printed. */
interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly format?: string;
  readonly enum?: readonly (string | null)[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly maxLength?: number;
  readonly maxItems?: number;
}

/** Entries of lists that have a chapter of their own, by the name of their schema. */
const chapters: Readonly<Record<string, string>> = {
  Organization: 'organizations',
  User: 'users',
  Team: 'teams',
  Project: 'projects',
  Entry: 'files',
  Site: 'sites',
  App: 'apps',
  Resource: 'resources',
  Font: 'fonts',
  DevStatus: 'dev_statuses',
  DevResource: 'dev_resources',
  Subscription: 'subscriptions',
  AiUsage: 'ai_usage',
  Webhook: 'webhooks',
  Token: 'A token',
  Member: 'A member',
  Version: 'A version',
  Branch: 'A branch',
  Comment: 'A comment',
};

const head = `# The workspace file

Printed from the schema \`WorkspaceFile\` of the contract; do not edit it by hand (\`node scripts/generate/print-workspace-file.ts\`).

A workspace file says, in YAML or JSON, what an installation holds. \`vitrine apply\` and \`vitrine serve --workspace\` bring a server to its state, and worlds of tests are made of it ([testing.md](testing.md)). Everything is optional; what is not given is made. [fixtures/sample/workspace.yaml](../fixtures/sample/workspace.yaml) is one with everything in it. Names in **bold** have to be given.

An **id** is text of 1 to 128 letters, digits and \`._:-\`; one of digits alone stands in quotation marks, since it is text. A **key** is that of a file or branch, and has no \`.\` and no \`:\`. Either names what another part of the file, or the installation, has.

As \`workspace.yaml\`:

\`\`\`yaml
organizations: [{ id: acme, name: Acme }]
users:
  - id: ann
    handle: Ann
    email: ann@acme.example
    organization: acme
    role: admin
    tokens: [{ name: tools, scopes: all }]
teams: [{ id: core, name: Core, organization: acme, members: [{ user: ann, role: admin }] }]
projects: [{ id: web, name: Web, team: core }]
files: [{ key: shop, name: Shop, project: web, owner: ann, source: fixtures/sample/shop.json }]
\`\`\`

\`\`\`sh
npx vitrine apply workspace.yaml
\`\`\`

It prints what was created and, this once, the token that the server made. A second run changes nothing.
`;

const names: Readonly<Record<string, string>> = { WorkspaceFileId: 'id', WorkspaceFileKey: 'key' };

/** A chapter for each list, with its fields in the order of the schema. */
export function workspaceFilePage(): string {
  const schemas = readContract().components?.schemas as Readonly<Record<string, Schema>>;
  const parts = Object.entries(chapters).map(([name, title]) => {
    const { description, required = [], properties = {} } = schemas[`WorkspaceFile${name}`]!;
    const rows = Object.entries(properties).map(([field, schema]) => rowOf(schemas, field, schema, required));
    const heading = title.startsWith('A ') ? title : `\`${title}\``;
    const meaning = description === undefined ? [] : [description, ''];
    return [`## ${heading}`, '', ...meaning, '| Field | Value | |', '|---|---|---|', ...rows, ''].join('\n');
  });
  return [head, ...parts].join('\n');
}

function rowOf(
  schemas: Readonly<Record<string, Schema>>,
  field: string,
  schema: Schema,
  required: readonly string[],
): string {
  const name = required.includes(field) ? `**\`${field}\`**` : `\`${field}\``;
  const isName = schema.$ref !== undefined && nameOf(schema.$ref) in names;
  const said = schema.description ?? (isName ? '' : resolved(schemas, schema).description) ?? '';
  return `| ${name} | ${valueText(schemas, schema)} | ${said.replaceAll('|', '\\|')} |`;
}

function resolved(schemas: Readonly<Record<string, Schema>>, schema: Schema): Schema {
  return schema.$ref === undefined ? schema : schemas[nameOf(schema.$ref)]!;
}

const nameOf = (reference: string): string => reference.slice(reference.lastIndexOf('/') + 1);

function valueText(schemas: Readonly<Record<string, Schema>>, schema: Schema): string {
  const name = schema.$ref && names[nameOf(schema.$ref)];
  if (name) return name;
  const chapter = schema.$ref && chapters[nameOf(schema.$ref).replace('WorkspaceFile', '')];
  if (chapter) return `[${chapter.toLowerCase()}](#${chapter.toLowerCase().replace(' ', '-')})`;
  const found = resolved(schemas, schema);
  if (found.enum !== undefined) return found.enum.map((value) => `\`${value}\``).join(', ');
  if (found.items !== undefined) return `list: ${valueText(schemas, found.items)}`;
  const choices = found.anyOf ?? found.oneOf;
  if (choices !== undefined)
    return [...new Set(choices.map((choice) => valueText(schemas, choice)))].join(' or ');
  if (found.properties !== undefined)
    return `object: ${Object.keys(found.properties)
      .map((key) => `\`${key}\``)
      .join(', ')}`;
  return [found.type].flat().map(wordOf(found)).join(' or ');
}

const wordOf =
  ({ format, maxLength }: Schema) =>
  (type: string | undefined): string => {
    if (type === 'string' && format === 'date-time') return 'time, as `2026-11-23T10:00:00Z`';
    if (type === 'string') return maxLength === undefined ? 'text' : `text of up to ${maxLength} characters`;
    return type === 'object' ? 'object' : (type ?? 'anything');
  };
