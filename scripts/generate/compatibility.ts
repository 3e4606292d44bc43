import { existsSync } from 'node:fs';
import type { OperationContract, TokenKind } from '../../src/contract/operation-contract.ts';
import { conformanceChecks } from './conformance-checks.ts';
import { mergeContract } from './merge.ts';
import type { OpenApiDocument, PlacedOperation } from './open-api.ts';
import { operationsOf } from './open-api.ts';
import { contractOf } from './operation-table.ts';
import type { OverlayEntry } from './overlay-entry.ts';
import { readSources } from './sources.ts';

/** The operations that are there, by their ids. */
export type Register = ReadonlySet<string>;

/** The text of `docs/compatibility.md`: every operation with its checks, and every difference with its source. */
export function compatibilityMarkdown(register: Register): string {
  const { packaged, overlay, own, version } = readSources();
  const document = mergeContract(packaged, overlay, own, version);
  const theirs = new Set(operationsOf(packaged).map(({ operation }) => operation.operationId));
  const rows = operationsOf(document).map((placed) => ({
    ...placed,
    contract: contractOf(document, placed),
  }));
  const interfaceRows = rows.filter(({ operation }) => theirs.has(operation.operationId));
  const isOAuth = (row: Row) => row.contract.tag === 'OAuth';
  return [
    '# Compatibility\n',
    'Printed from the contract and the register of operations; do not edit it by hand.\n',
    `## Operations of the interface\n\n${count(interfaceRows, register)}\n`,
    ...tagTables(interfaceRows, document, register),
    `## OAuth 2\n\n${table(rows.filter(isOAuth), register)}`,
    `## Our own operations\n\n${table(
      rows.filter((row) => !theirs.has(row.operation.operationId) && !isOAuth(row)),
      register,
    )}`,
    `## Differences from the packaged description\n\n${differences(overlay)}`,
    `## What is not on this server\n\n${absences}`,
  ].join('\n');
}

type Row = PlacedOperation & { contract: OperationContract };

function count(rows: Row[], register: Register): string {
  const there = rows.filter(({ operation }) => register.has(operation.operationId)).length;
  const checks = 'Each is checked over HTTPS, on SQLite and on PostgreSQL; its row names the files.';
  return `${there} of ${rows.length} are implemented. ${checks}`;
}

function tagTables(rows: Row[], document: OpenApiDocument, register: Register): string[] {
  return document.tags
    .map(({ name }) => ({ name, rows: rows.filter(({ contract }) => contract.tag === name) }))
    .filter((group) => group.rows.length > 0)
    .map((group) => `### ${group.name}\n\n${table(group.rows, register)}`);
}

function table(rows: Row[], register: Register): string {
  const head =
    '| Operation | Method and path | Tier | Tokens | Scopes (any one) | Checks |\n|---|---|---|---|---|---|\n';
  return `${head}${rows.map((row) => rowText(row, register)).join('')}`;
}

function rowText({ operation, path, method, contract }: Row, register: Register): string {
  if (!register.has(operation.operationId))
    throw new Error(`The register does not name ${operation.operationId}.`);
  const cells = [
    `\`${operation.operationId}\`${contract.deprecated ? ' (deprecated)' : ''}`,
    `\`${method.toUpperCase()} ${path}\``,
    contract.tier ?? '–',
    contract.open ? 'none needed' : contract.tokenKinds.map((kind) => kindWords[kind]).join(', '),
    contract.scopes.map((scope) => `\`${scope}\``).join(', ') || '–',
    checksOf(operation.operationId),
  ];
  return `| ${cells.join(' | ')} |\n`;
}

function checksOf(id: string): string {
  const links = (conformanceChecks[id] ?? []).map((name) => `[${name}](../conformance/${checkFile(name)})`);
  return links.join(', ') || '–';
}

/** @throws where there are no such checks */
function checkFile(name: string): string {
  const found = ['test', 'faults']
    .map((kind) => `${name}.${kind}.ts`)
    .find((file) => existsSync(new URL(file, checksFolder)));
  if (found === undefined) throw new Error(`There are no checks "${name}".`);
  return found;
}

const checksFolder = new URL('../../conformance/', import.meta.url);

const kindWords: Record<TokenKind, string> = { personal: 'personal', plan: 'plan', oauth: 'OAuth 2' };

/** Things that the interface speaks of and that cannot come about here; the answers have what they would have. */
const absences = `| Not here | What follows | Source |
|---|---|---|
| Drafts: files that are in no project. Each file is in one, and who sees it follows from that. | \`folder_name\` is always there, in the metadata of a file and in its oEmbed; only that of a published site has none. | EMB-17, META-03 |
| Workspaces between an organization and its teams. | Names and ids of workspaces are null or absent: in the discovery of texts, AI usage and library analytics. | ours |
| Chat beside the cursor, and prompts to AI. | The discovery of texts never tells \`cursor_chat\` and \`user_ai_prompts\`. | ours |
| A list of where addresses are. | City, region and country in the developer logs are null. | ours |
| Names, characters and other required properties of nodes, where a document came without them and the contract names no default. | A node has no such property in answers either: nothing is made up. | ours |
`;

function differences(overlay: readonly OverlayEntry[]): string {
  const rows = overlay.map(({ source, says, on }) => `| ${says} | ${targets(on)} | ${source} |\n`);
  const words = 'Sources are [rules](rules.md); `ours` is what none of them asks for.';
  return `${words}\n\n| Difference | Where | Source |\n|---|---|---|\n${rows.join('')}`;
}

const shownTargets = 4;

/** `operation a, b` as `a`, `b`; a long list is counted. */
function targets(on: string): string {
  const names = on.replace(/^\w+\s*/, '').split(/,\s*/);
  if (names.length > shownTargets) return `${names.length} operations`;
  return names[0] === '' ? 'the document' : names.map((name) => `\`${name}\``).join(', ');
}
