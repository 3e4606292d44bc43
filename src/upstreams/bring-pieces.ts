import { type Change, inChange } from '../change.ts';
import { unhurried } from '../database/unhurried.ts';
import { ApiError } from '../errors.ts';
import { changerOf, type OpenPull, type Warning, warningOf } from './open-pull.ts';
import type { NamedElsewhere } from './read-metadata.ts';

/** One of many small things that are brought: a comment, or a reaction. */
export interface Piece {
  /** Begins what is said where it is refused. */
  readonly what: string;
  /** Who did it there. */
  readonly person: NamedElsewhere | undefined;
  /** Writes nothing that has to go again where it refuses. @throws ApiError */
  readonly bring: (change: Change) => Promise<void>;
}

/** Each commit waits for the disk, and holds up who writes until it is there. */
const piecesOfChange = 50;

/** Brings pieces some at a time. What is refused of one is told, and the others come all the same. */
export async function bringPieces(pull: OpenPull, pieces: readonly Piece[]): Promise<void> {
  const { context, by, isTold, brought, mirror } = pull;
  for (let from = 0; from < pieces.length; from += piecesOfChange) {
    const some = pieces.slice(from, from + piecesOfChange);
    const write = () => inChange(context, by, (change) => bringSome(change, pull, some), { isTold });
    // That a mirror's step has ended is written behind them: what is lost of them is read again.
    const refused = await (mirror === undefined ? write() : unhurried(write));
    for (const warning of refused) brought.warnings.push(warning);
  }
}

async function bringSome(change: Change, pull: OpenPull, pieces: readonly Piece[]): Promise<Warning[]> {
  const refused: Warning[] = [];
  for (const { what, person, bring } of pieces)
    try {
      await bring({ ...change, by: changerOf(pull, person) });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      refused.push(warningOf(what, error));
    }
  return refused;
}
