import { operationTable } from '../../contract/generated/operation-table.ts';
import { questionOf } from '../tape/questions.ts';
import type { Tape, TapedAnswer } from '../tape/read-tape.ts';
import { mask } from '../tape/secrets.ts';

/** The questions of a tape that may be asked here: reading operations of the interface. */
export interface TapeQuestions {
  /** By what is asked, each with the last answer to it. */
  readonly asked: ReadonlyMap<string, TapedAnswer>;
  /** How many answers belong to none. */
  readonly others: number;
}

const readingPaths = Object.values(operationTable)
  .filter(({ method, path }) => method === 'get' && /^\/v\d+\//.test(path))
  .map(({ path }) => new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`));

export function tapeQuestions({ answers }: Tape): TapeQuestions {
  const asked = new Map<string, TapedAnswer>();
  let others = 0;
  for (const answer of answers) {
    const { target } = questionOf(answer);
    const isReading = answer.method === 'GET' && readingPaths.some((path) => path.test(answer.url.pathname));
    if (isReading && !answer.isCut && !target.includes(mask)) asked.set(target, answer);
    else others++;
  }
  return { asked, others };
}
