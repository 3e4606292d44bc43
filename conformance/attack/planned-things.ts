import fc from 'fast-check';
import { PlannedThing, type Whose } from './known-things.ts';

/** Stands for the mark of the caller's tenant, so that texts which are made on the way carry it, too. */
export const markSign = '§';

/** How things are chosen: `fitting` ones of our own that belong together, or any of anybody. */
export type Choice = 'fitting' | 'any';

export function plannedThingsOf(kind: string, choice: Choice): fc.Arbitrary<PlannedThing> {
  const any = fc.oneof(
    { weight: 10, arbitrary: fc.constant<Whose>('ours') },
    { weight: 5, arbitrary: fc.constant<Whose>('theirs') },
    { weight: 1, arbitrary: fc.constant<Whose>('open') },
    { weight: 1, arbitrary: fc.constant<Whose>('closed') },
    { weight: 2, arbitrary: fc.constant<Whose>('absent') },
  );
  const whose = choice === 'fitting' ? fc.constant<Whose>('ours') : any;
  const nth = fc.oneof(
    { weight: choice === 'fitting' ? 6 : 2, arbitrary: fc.constant(0) },
    { weight: 2, arbitrary: fc.nat(9) },
  );
  return fc.tuple(whose, nth).map(([owner, number]) => new PlannedThing(kind, owner, number));
}
