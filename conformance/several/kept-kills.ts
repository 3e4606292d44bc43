import { appendFileSync, existsSync, readFileSync } from 'node:fs';

/** A row of kills on one installation that was compared at its end, and had lost nothing. */
export interface KeptPiece {
  readonly database: string;
  readonly kills: number;
  readonly changes: number;
  readonly commit: string;
  readonly endedAt: string;
}

/** How many kills of a database the file tells of. */
export const killsKept = (path: string, database: string): number =>
  piecesIn(path)
    .filter((piece) => piece.database === database)
    .reduce((sum, { kills }) => sum + kills, 0);

const keepPiece = (path: string, piece: KeptPiece): void =>
  appendFileSync(path, `${JSON.stringify(piece)}\n`);

function piecesIn(path: string): KeptPiece[] {
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line));
}

/** Makes pieces until the file tells of as many kills as are wanted. */
export async function killInPieces(plan: {
  readonly path: string;
  readonly database: string;
  readonly kills: number;
  readonly piece: number;
  readonly commit: string;
  /** Kills so many times, compares, and answers how many changes there were. */
  readonly kill: (kills: number) => Promise<number>;
}): Promise<void> {
  const { path, database, commit } = plan;
  for (;;) {
    const before = killsKept(path, database);
    if (before >= plan.kills) return;
    const kills = Math.min(plan.piece, plan.kills - before);
    const changes = await plan.kill(kills);
    keepPiece(path, { database, kills, changes, commit, endedAt: new Date().toISOString() });
    console.log(`${before + kills} of ${plan.kills} kills`);
  }
}
