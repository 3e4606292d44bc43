import type { ErrorObject } from 'ajv/dist/2020.js';
import { nearestName } from './nearest-name.ts';
import { shortened } from './parameters.ts';
import { partsOf } from './published-document.ts';
import type { Schema } from './schema.ts';

/**
 * One sentence for each error, naming the field and the rule, as
 * `Invalid value for "scopes[0]": expected text, got 3.`
 */
export function schemaSentences(errors: readonly ErrorObject[], whole: string): string[] {
  const told = mostTelling(errors).map((error) => sentence(error, whole));
  return [...new Set(told)];
}

/**
 * In a union every branch complains. The deepest complaints are those of the branch that was meant; where all
 * are at one place, the union itself is told.
 */
function mostTelling(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const real = errors.filter(({ keyword }) => keyword !== 'if');
  const union = real.find(({ keyword }) => keyword === 'anyOf');
  if (union === undefined) return real.slice(0, 1);
  const deeper = real.filter(({ instancePath }) => instancePath.length > union.instancePath.length);
  const levels = deeper.map(({ instancePath }) => instancePath.split('/').length);
  const deepest = levels.reduce((most, one) => Math.max(most, one), 0);
  if (deeper.length > 0)
    return deeper.filter((error) => error.instancePath.split('/').length === deepest).slice(0, 1);
  return [
    joined(
      real.filter(({ keyword }) => keyword !== 'anyOf'),
      union,
    ),
  ];
}

/** The branches' rules as one error at the union's place, when each of them is a matter of type or choice. */
function joined(rules: readonly ErrorObject[], union: ErrorObject): ErrorObject {
  const words = [...new Set(rules.map((error) => rule(error)))].join(' or ');
  return words === '' ? union : { ...union, keyword: 'joined', params: { words } };
}

function sentence(error: ErrorObject, whole: string): string {
  const field = fieldName(error.instancePath);
  const place = field === '' ? '' : ` in ${quotedField(field)}`;
  if (error.keyword === 'required')
    return `Missing field ${quotedField(inside(field, error.params.missingProperty))}.`;
  const unknown = error.params.additionalProperty ?? error.params.unevaluatedProperty;
  if (unknown !== undefined) return unknownField(field, unknown, error.parentSchema);
  if (error.keyword === 'minProperties') return `At least ${countOf(error)} is needed${place}.`;
  if (error.keyword === 'maxProperties') return `At most ${countOf(error)} may be given${place}.`;
  const subject = field === '' ? `Invalid ${whole}` : `Invalid value for ${quotedField(field)}`;
  return `${subject}: expected ${rule(error)}, got ${shown(error.data)}.`;
}

/** Names the field that may have been meant, too. */
function unknownField(object: string, name: string, schema: Schema | undefined): string {
  const names = partsOf(schema ?? {}).flatMap(({ properties = {} }) => Object.keys(properties as object));
  const meant = nearestName(name, names);
  const hint = meant === undefined ? '' : ` Did you mean ${quotedField(inside(object, meant))}?`;
  return `Unknown field ${quotedField(inside(object, name))}.${hint}`;
}

/** As `1 of "advance", "set"`, or `1 field` where any name will do. */
function countOf({ params, parentSchema }: ErrorObject): string {
  const names = Object.keys((parentSchema?.properties as object | undefined) ?? {});
  return names.length === 0 ? `${params.limit} field` : `${params.limit} of ${quotedList(names)}`;
}

/** `/dev_resources/0/url` as people write it: `dev_resources[0].url`. */
function fieldName(pointer: string): string {
  const segments = pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  return segments.reduce((name, part) => (/^\d+$/.test(part) ? `${name}[${part}]` : inside(name, part)), '');
}

/** A field as a sentence shows it. A place deep in a document is cut in the middle. */
function quotedField(field: string): string {
  const half = shownFieldCharacters / 2;
  const cut = field.length > shownFieldCharacters ? `${field.slice(0, half)} … ${field.slice(-half)}` : field;
  return JSON.stringify(cut.toWellFormed());
}

function inside(field: string, member: string): string {
  return field === '' ? member : `${field}.${member}`;
}

const typeWords: Record<string, string> = {
  string: 'text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
  null: 'null',
};

const formatWords: Record<string, string> = {
  'date-time': 'a time as 2026-01-31T12:00:00Z, of the years 1 to 9999 and without leap seconds',
  uri: 'an absolute address',
};

/** What a rule expects, in words. Where a choice is asked for, it tells more than its type. */
function rule({ keyword, params, parentSchema, message }: ErrorObject): string {
  if (keyword === 'type' && Array.isArray(parentSchema?.enum)) return oneOf(parentSchema.enum);
  if (keyword === 'joined') return params.words;
  if (keyword === 'required') return `an object with "${params.missingProperty}"`;
  if (keyword === 'type')
    return [params.type]
      .flat()
      .map((type: string) => typeWords[type] ?? type)
      .join(' or ');
  if (keyword === 'enum') return oneOf(params.allowedValues);
  if (keyword === 'const') return JSON.stringify(params.allowedValue);
  if (keyword === 'format') return formatWords[params.format] ?? `the form ${params.format}`;
  if (keyword === 'pattern')
    return typeof parentSchema?.description === 'string'
      ? described(parentSchema.description)
      : `text that matches ${params.pattern}`;
  return limitRule(keyword, params.limit) ?? message ?? 'something else';
}

function described(description: string): string {
  return description.replace(/\.$/, '').replace(/^[A-Z](?=[a-z ])/, (letter) => letter.toLowerCase());
}

function limitRule(keyword: string, limit: number): string | undefined {
  const rules: Record<string, string> = {
    minimum: `at least ${limit}`,
    maximum: `at most ${limit}`,
    minLength: limit === 1 ? 'text that is not empty' : `text of at least ${limit} characters`,
    maxLength: `text of at most ${limit} characters`,
    minItems: limit === 1 ? 'a list that is not empty' : `a list of at least ${limit}`,
    maxItems: `a list of at most ${limit}`,
  };
  return rules[keyword];
}

const shownChoices = 12;
const shownFieldCharacters = 120;

function oneOf(values: readonly unknown[]): string {
  return `${values.length === 1 ? '' : 'one of '}${quotedList(values)}`;
}

function quotedList(values: readonly unknown[]): string {
  const words = values.slice(0, shownChoices).map((value) => JSON.stringify(value));
  return `${words.join(', ')}${values.length > shownChoices ? ', …' : ''}`;
}

function shown(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' && value !== null ? 'an object' : shortened(value);
}
