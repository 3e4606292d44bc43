import type { CommandIo } from '../command.ts';
import type { ServerClient } from '../server-client.ts';
import { openTape, type Tape } from '../tape/read-tape.ts';
import { type Compared, compareSides, type NotCompared } from './drift.ts';
import { tapeQuestions } from './tape-questions.ts';

interface AskedTape {
  readonly path: string;
  /** A file that has another key here. */
  readonly renamed: { readonly there: string; readonly here: string } | undefined;
}

/** Asks the questions of a tape one after the other. */
export async function* tapeComparisons(
  server: ServerClient,
  { path, renamed }: AskedTape,
  { within, io }: { readonly within: number; readonly io: CommandIo },
): AsyncGenerator<Compared | NotCompared> {
  const tape = await openTape(path);
  try {
    const { asked, others } = tapeQuestions(tape);
    for (const problem of tape.problems) io.stderr.write(`${problem}\n`);
    if (others > 0) io.stderr.write(`Not asked: ${others} answers to what is no reading operation.\n`);
    for (const [target, answer] of asked) {
      const here = renamed === undefined ? target : target.replaceAll(renamed.there, renamed.here);
      const ours = await server.raw('GET', here);
      yield compareSides(`GET ${here}`, await sideOf(tape, answer), ours, within);
    }
  } finally {
    await tape.close();
  }
}

async function sideOf(tape: Tape, answer: Tape['answers'][number]) {
  return { status: answer.status, type: answer.type, bytes: await tape.content(answer) };
}
