import type { TapedAnswer } from './read-tape.ts';
import { mask } from './secrets.ts';

/** A request as answers are looked for by it; which host it names comes second. */
export interface Question {
  readonly method: string;
  readonly host: string;
  /** With parameters. */
  readonly target: string;
  readonly body: string;
}

/** What a tape answers, and in which order. */
export interface Answers {
  /** The next answer to a question; the last one again when there is no more. */
  readonly next: (question: Question) => TapedAnswer | undefined;
  /** Whether the same was asked with another body. */
  readonly isKnownWithoutBody: (question: Question) => boolean;
}

interface Queue {
  readonly asked: Question;
  readonly answers: TapedAnswer[];
  given: number;
}

export function answersOf(taped: readonly TapedAnswer[]): Answers {
  const queues = new Map<string, Queue>();
  for (const answer of taped) {
    const asked = questionOf(answer);
    const key = keyOf(asked);
    const queue = queues.get(key) ?? { asked, answers: [], given: 0 };
    queue.answers.push(answer);
    queues.set(key, queue);
  }
  const masked = [...queues.values()].filter(({ asked }) => (asked.target + asked.body).includes(mask));
  const all = [...queues.values()];
  const find = (question: Question): Queue | undefined =>
    queues.get(keyOf(question)) ??
    masked.find(({ asked }) => asked.host === question.host && fits(asked, question)) ??
    all.find(({ asked }) => fits(asked, question));
  return {
    next: (question) => {
      const queue = find(normalOf(question));
      return queue?.answers[Math.min(queue.given++, queue.answers.length - 1)];
    },
    isKnownWithoutBody: (question) => {
      const { method, target } = normalOf(question);
      return all.some(({ asked }) => asked.method === method && fitsText(asked.target, target));
    },
  };
}

export const questionOf = ({ method, url, body }: TapedAnswer): Question =>
  normalOf({ method, host: url.host, target: url.pathname + url.search, body });

const keyOf = ({ method, host, target, body }: Question): string =>
  JSON.stringify([method, host, target, body]);

/** The order of parameters counts for nothing, nor how they are escaped. */
function normalOf(question: Question): Question {
  const { target } = question;
  // A path may begin as another address would: `//[`.
  const url = URL.parse(target.startsWith('/') ? `https://tape.invalid${target}` : target);
  if (url === null) return question;
  const { pathname, searchParams } = url;
  searchParams.sort();
  const search = searchParams.toString();
  return { ...question, target: search === '' ? pathname : `${pathname}?${search}` };
}

const fits = (asked: Question, question: Question): boolean =>
  asked.method === question.method &&
  fitsText(asked.target, question.target) &&
  fitsText(asked.body, question.body);

/** What was masked may have been anything. */
function fitsText(taped: string, text: string): boolean {
  if (taped === text) return true;
  const [first = '', ...rest] = taped.split(mask);
  if (rest.length === 0 || !text.startsWith(first)) return false;
  let from = first.length;
  const last = rest.pop() ?? '';
  for (const piece of rest) {
    const found = text.indexOf(piece, from);
    if (found < 0) return false;
    from = found + piece.length;
  }
  return text.length - last.length >= from && text.endsWith(last);
}
