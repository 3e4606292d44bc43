import { ServerRefusal } from '../../api/refusals.ts';
import { ByAndBy } from '../../parts/by-and-by.tsx';
import { ComparedValue } from './compared-value.tsx';

/** What both sides changed, each in its own way. */
export interface Conflict {
  readonly id: string;
  readonly property?: string;
  readonly reason: string;
  readonly ours?: unknown;
  readonly theirs?: unknown;
  readonly too_long?: boolean;
}

/** Which side counts for a conflict. */
export interface Taken {
  readonly id: string;
  readonly property?: string;
  readonly take: 'ours' | 'theirs';
}

export const conflictKey = ({ id, property }: Conflict): string => `${id} ${property ?? ''}`;

interface RefusedMerge {
  readonly conflicts?: readonly Conflict[];
  readonly count?: number;
}

const refusedMerge = (error: unknown): RefusedMerge =>
  error instanceof ServerRefusal && error.status === 409 ? ((error.answer as RefusedMerge | null) ?? {}) : {};

/** The conflicts for which a merge was refused, as far as they are listed. */
export const conflictsOf = (error: unknown): readonly Conflict[] => refusedMerge(error).conflicts ?? [];

/** How many there are. */
export const countOf = (error: unknown): number => refusedMerge(error).count ?? conflictsOf(error).length;

interface ConflictsProps {
  readonly conflicts: readonly Conflict[];
  readonly taken: ReadonlyMap<string, Taken>;
  /** What the two sides are called, the one that is changed first. */
  readonly names: readonly [ours: string, theirs: string];
  readonly onTake: (conflict: Conflict, side: Taken['take']) => void;
}

/** The conflicts, each with its two values to choose from. */
export const Conflicts = ({ conflicts, taken, names, onTake }: ConflictsProps) => (
  <ByAndBy items={conflicts} step={50}>
    {(some) => (
      <ol className="conflicts" aria-label="Conflicts">
        {some.map((conflict) => (
          <li key={conflictKey(conflict)}>
            <fieldset>
              <legend>
                {conflict.id}
                {conflict.property === undefined ? '' : ` · ${conflict.property}`}
              </legend>
              <p className="quiet">
                {conflict.reason}
                {conflict.too_long === true && ' The values are too long to be shown.'}
              </p>
              {(['ours', 'theirs'] as const).map((side, place) => (
                <label key={side}>
                  <input
                    type="radio"
                    name={conflictKey(conflict)}
                    checked={taken.get(conflictKey(conflict))?.take === side}
                    onChange={() => onTake(conflict, side)}
                  />
                  <span>
                    <strong>{names[place]}</strong>{' '}
                    {conflict[side] !== undefined && (
                      <code>
                        <ComparedValue
                          value={conflict[side]}
                          beside={conflict[side === 'ours' ? 'theirs' : 'ours']}
                        />
                      </code>
                    )}
                  </span>
                </label>
              ))}
            </fieldset>
          </li>
        ))}
      </ol>
    )}
  </ByAndBy>
);
