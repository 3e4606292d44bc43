import type { ErrorObject } from 'ajv/dist/2020.js';
import { contractDocument } from '../../contract/published-document.ts';
import type { Schema } from '../../contract/schema.ts';
import { compileCheck, type SchemaCheck } from '../../contract/schema-checks.ts';
import { schemaSentences } from '../../contract/schema-sentences.ts';
import type { FieldPath } from './yaml-positions.ts';

export interface WorkspaceProblem {
  readonly path: FieldPath;
  /** Names the field from the top of the file. */
  readonly sentence: string;
}

/**
 * What is wrong with a workspace file by the contract: the first problem of each entry, so that one run tells of
 * many; none when all is well.
 */
export function workspaceProblems(value: unknown): WorkspaceProblem[] {
  const whole = problemsOf(check('#/components/schemas/WorkspaceFile'), value, []);
  if (whole.length === 0) return [];
  const each = isObject(value) ? problemsOfEntries(value) : [];
  return each.length === 0 ? whole : each;
}

function problemsOfEntries(value: Record<string, unknown>): WorkspaceProblem[] {
  const members = contractDocument().components.schemas.WorkspaceFile?.properties as Record<
    string,
    { items?: Schema }
  >;
  return Object.entries(members).flatMap(([member, { items }]) => {
    const entries = value[member];
    if (!Array.isArray(entries) || items?.$ref === undefined) return [];
    const entryCheck = check(items.$ref);
    return entries.flatMap((entry, index) => problemsOf(entryCheck, entry, [member, index]));
  });
}

const check = (reference: string): SchemaCheck => compileCheck({ $ref: reference });

function problemsOf(schemaCheck: SchemaCheck, value: unknown, at: FieldPath): WorkspaceProblem[] {
  const pointer = at.map((part) => `/${part}`).join('');
  const errors = schemaCheck(value).map((error) => ({
    ...error,
    instancePath: pointer + error.instancePath,
  }));
  return schemaSentences(errors, 'workspace file').map((sentence) => ({
    sentence,
    path: pathOf(errorBehind(sentence, errors)),
  }));
}

/** The error a sentence was made of: alone it gives the same one. For a union as a whole that is the union. */
function errorBehind(sentence: string, errors: readonly ErrorObject[]): ErrorObject | undefined {
  const same = errors.find((error) => schemaSentences([error], 'workspace file')[0] === sentence);
  return same ?? errors.find(({ keyword }) => keyword === 'anyOf') ?? errors[0];
}

function pathOf(error: ErrorObject | undefined): FieldPath {
  if (error === undefined) return [];
  const path = error.instancePath
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((part) => (/^\d+$/.test(part) ? Number(part) : part));
  const unknown = error.keyword === 'additionalProperties' ? [String(error.params.additionalProperty)] : [];
  return [...path, ...unknown];
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
