import { type Comparison, compareAnswers, type Difference } from '../../compare/answers/compare-answers.ts';
import type { RawAnswer } from '../server-client.ts';
import { mask } from '../tape/secrets.ts';

/** One answer beside the one that it should be. */
export interface Compared extends Comparison {
  /** As `GET /v1/files/abc?depth=1`. */
  readonly question: string;
}

/** A question that could not be compared. */
export interface NotCompared {
  readonly question: string;
  readonly reason: string;
}

/** What one side answered. */
export type Side = Pick<RawAnswer, 'status' | 'type' | 'bytes'>;

/** JSON of more bytes is not read as one text. */
const mostBytes = 400 * 1024 * 1024;

const json = /^application\/([\w.+-]+\+)?json\b/i;

/** Compares what both answered to a question; likeness of pictures is another matter, so of bytes only their kind. */
export function compareSides(
  question: string,
  expected: Side,
  actual: Side,
  within: number,
): Compared | NotCompared {
  if (expected.status !== actual.status)
    return { question, ...onlyDifference('(status)', expected.status, actual.status) };
  const kinds = [expected, actual].map(kindOf) as [string, string];
  if (kinds[0] !== kinds[1]) return { question, ...onlyDifference('(content type)', ...kinds) };
  if (kinds[0] !== 'application/json') return { question, differences: [], setAside: 0 };
  if (Math.max(expected.bytes.length, actual.bytes.length) > mostBytes)
    return { question, reason: `an answer is longer than ${mostBytes} bytes` };
  const [one, other] = [parsed(expected.bytes), parsed(actual.bytes)];
  if (one === undefined) return { question, reason: 'the answer to compare with is not whole' };
  if (other === undefined) return { question, ...onlyDifference('(content)', 'JSON', 'no JSON') };
  return { question, ...compareAnswers(one.value, other.value, { within, mask }) };
}

/** JSON may come under several types. */
const kindOf = ({ type }: Side): string =>
  json.test(type) ? 'application/json' : (type.split(';')[0] ?? '').trim().toLowerCase();

function onlyDifference(path: string, expected: string | number, actual: string | number): Comparison {
  const first = { at: path, expected: String(expected), actual: String(actual) };
  const difference: Difference = { kind: 'different', path, count: 1, first };
  return { differences: [difference], setAside: 0 };
}

function parsed(bytes: Buffer): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(bytes.toString('utf8')) };
  } catch {
    return undefined;
  }
}
