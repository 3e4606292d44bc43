import type { OperationContract, ParameterContract, ParameterSchema } from './operation-contract.ts';

export type ParameterValue = string | number | boolean;

/** Parameters as they came: path segments already decoded. */
export interface GivenParameters {
  readonly path: Readonly<Record<string, string | undefined>>;
  readonly query: URLSearchParams;
}

export interface ReadParameters {
  readonly path: Record<string, ParameterValue>;
  readonly query: Record<string, ParameterValue>;
  /** One sentence for each parameter that is missing or wrong; empty when all is well. */
  readonly problems: string[];
}

/**
 * Reads the parameters an operation knows, typed, with defaults filled in. An empty value counts as absent,
 * but where the schema says that it may be empty; unknown parameters are ignored. Clients send both.
 *
 * @see ERR-04
 */
export function parseParameters(contract: OperationContract, given: GivenParameters): ReadParameters {
  const read: ReadParameters = { path: {}, query: {}, problems: [] };
  for (const parameter of contract.parameters) {
    const texts = textsOf(parameter, given);
    const outcome = readParameter(parameter, texts);
    if (outcome.problem !== undefined) read.problems.push(outcome.problem);
    else if (outcome.value !== undefined) read[parameter.in][parameter.name] = outcome.value;
  }
  return read;
}

interface Outcome {
  value?: ParameterValue | undefined;
  problem?: string;
}

function textsOf({ name, in: place }: ParameterContract, given: GivenParameters): string[] {
  if (place === 'query') return given.query.getAll(name);
  const text = given.path[name];
  return text === undefined ? [] : [text];
}

function readParameter({ name, required, schema }: ParameterContract, texts: string[]): Outcome {
  if (texts.length > 1)
    return { problem: `The parameter "${name}" was given ${texts.length} times; give it once.` };
  const text = texts[0] ?? '';
  const isKept = texts.length === 1 && schema.minLength === 0;
  if (text === '' && !isKept)
    return required ? { problem: `Missing parameter "${name}".` } : { value: schema.default };
  const value = typedValue(text, schema);
  if (value !== undefined) return { value };
  return { problem: `Invalid value for "${name}": expected ${expectation(schema)}, got ${shortened(text)}.` };
}

/** The typed value, or undefined when the text breaks the schema. */
function typedValue(text: string, schema: ParameterSchema): ParameterValue | undefined {
  if (schema.type === 'boolean') return text === 'true' ? true : text === 'false' ? false : undefined;
  if (schema.type === 'string') return isAllowedText(text, schema) ? text : undefined;
  return numberOf(text, schema);
}

const decimalNumber = /^-?(\d+(\.\d*)?|\.\d+)$/;

/** `1.0` is a whole number too; one past all that can be counted is the largest that can. */
function numberOf(text: string, { type, minimum, maximum }: ParameterSchema): number | undefined {
  if (!decimalNumber.test(text)) return undefined;
  const given = Number(text);
  if (given < (minimum ?? -Infinity) || given > (maximum ?? Infinity)) return undefined;
  const most = Number.MAX_SAFE_INTEGER;
  const value = Math.min(Math.max(given, -most), most);
  return type !== 'integer' || Number.isInteger(value) ? value : undefined;
}

function isAllowedText(text: string, schema: ParameterSchema): boolean {
  if (schema.enum !== undefined && !schema.enum.includes(text)) return false;
  if (schema.maxLength !== undefined && text.length > schema.maxLength) return false;
  return schema.pattern === undefined || patternOf(schema.pattern).test(text);
}

/** The contract has few patterns, and making one into an expression takes longer than asking it. */
const patterns = new Map<string, RegExp>();

function patternOf(source: string): RegExp {
  const pattern = patterns.get(source) ?? new RegExp(source, 'u');
  patterns.set(source, pattern);
  return pattern;
}

/** What a schema allows, in words, as `a whole number of at least 1`. */
export function expectation(schema: ParameterSchema): string {
  if (schema.type === 'boolean') return 'true or false';
  if (schema.type === 'string') return textExpectation(schema);
  return `${schema.type === 'integer' ? 'a whole number' : 'a number'}${rangeWords(schema)}`;
}

function rangeWords({ minimum, maximum }: ParameterSchema): string {
  if (minimum !== undefined && maximum !== undefined) return ` from ${minimum} to ${maximum}`;
  if (minimum !== undefined) return ` of at least ${minimum}`;
  return maximum === undefined ? '' : ` of at most ${maximum}`;
}

function textExpectation(schema: ParameterSchema): string {
  if (schema.enum !== undefined) return schema.enum.map((value) => `"${value}"`).join(' or ');
  if (schema.pattern === '^[0-9]+$') return 'digits';
  if (schema.maxLength !== undefined) return `text of at most ${schema.maxLength} characters`;
  return `text that matches ${schema.pattern}`;
}

const shownCharacters = 40;

/** A value as a sentence shows it: quoted, escaped, and cut when long. */
export function shortened(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value));
  const cut = text.length > shownCharacters ? `${text.slice(0, shownCharacters)}…` : text;
  return typeof value === 'string' ? JSON.stringify(cut.toWellFormed()) : cut;
}
