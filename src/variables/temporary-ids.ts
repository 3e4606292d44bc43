import { ChangeDepends, ChangeRefused } from './change-fields.ts';

export type Kind = 'collection' | 'mode' | 'variable';

/**
 * Temporary ids of one body and the real ids they stand for.
 *
 * @see VAR-62, VAR-63, VAR-64, VAR-65
 */
export interface TemporaryIds {
  /** Refuses an id that this body has used before, for any kind. @throws ChangeRefused */
  claim(field: string, id: string): void;
  /** @throws ChangeRefused when the id stands for another kind, ChangeDepends when its entry was refused */
  realIdOf(kind: Kind, field: string, id: string): string;
  assign(kind: Kind, id: string, realId: string): void;
  /** Temporary id to real id, of all that came to be. */
  toRealIds(): Record<string, string>;
}

export function temporaryIds(): TemporaryIds {
  /** Undefined for one that stands for nothing yet. */
  const known = new Map<string, { kind: Kind; realId: string } | undefined>();
  return {
    claim: (field, id) => {
      if (known.has(id)) throw new ChangeRefused(field, 'is a temporary id that was used before');
      known.set(id, undefined);
    },
    realIdOf: (kind, field, id) => {
      const found = known.get(id);
      if (found === undefined && known.has(id)) throw new ChangeDepends(field);
      if (found === undefined) return id;
      if (found.kind === kind) return found.realId;
      throw new ChangeRefused(field, `is the temporary id of a ${found.kind}, not of a ${kind}`);
    },
    assign: (kind, id, realId) => void known.set(id, { kind, realId }),
    toRealIds: () => Object.fromEntries(realIds(known)),
  };
}

function* realIds(
  known: ReadonlyMap<string, { realId: string } | undefined>,
): Generator<readonly [string, string]> {
  for (const [id, found] of known) if (found !== undefined) yield [id, found.realId];
}
