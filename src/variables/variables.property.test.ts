import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { applyChanges } from './apply-changes.ts';
import { countingContext, create, remove, variable } from './changes.suite.ts';
import { bindings, bodies, fewBodies } from './random-changes.suite.ts';
import { cases, contextOf, expectEqual, limitMs, printed, type Step, stepsOf } from './random-steps.suite.ts';
import { readLocalVariables } from './read-local-variables.ts';
import { faultsOf } from './sound-state.suite.ts';
import { emptyState } from './state.ts';

const property = <T extends [unknown, ...unknown[]]>(
  title: string,
  arbitraries: { [Key in keyof T]: fc.Arbitrary<T[Key]> },
  check: (...given: T) => void,
  numRuns = cases,
): void => it(title, () => fc.assert(fc.property(...arbitraries, check), { numRuns }), limitMs);

const unbound = () => false;

const expectSound = (steps: readonly Step[]): void => {
  const changed = steps.filter(({ before, after }) => after !== before);
  expect(changed.flatMap(({ after }) => faultsOf(after))).toEqual([]);
};

/** What holds for any sequence of bodies, by the steps that it takes; `texts` are the states after them, printed at once. */
const guarantees: Readonly<Record<string, (steps: readonly Step[], texts: readonly string[]) => void>> = {
  'leaves a sound state: within limits, complete, without loops, without temporary ids, everything resolved':
    expectSound,

  'leaves the state before each of them as it was, refused or not': (steps, texts) => {
    expectEqual(
      steps.map(({ after }) => printed(after)),
      texts,
    );
    for (const { before, after, ids } of steps) if (ids === undefined) expect(after).toBe(before);
  },

  'maps every temporary id to something new': (steps, texts) => {
    for (const [index, { ids }] of steps.entries()) {
      const real = Object.values(ids ?? {});
      if (real.length === 0) continue;
      const [earlier = printed(emptyState), later = ''] = [texts[index - 1], texts[index]];
      expect(new Set(real).size).toBe(real.length);
      expect(real.filter((id) => earlier.includes(`"${id}"`) || !later.includes(`"${id}"`))).toEqual([]);
    }
  },

  'leaves a state that comes back equal from its print, aliases included': (steps, texts) => {
    const [{ after }, text] = [steps.at(-1) as Step, texts.at(-1) as string];
    const again = readLocalVariables(JSON.parse(text));
    expectEqual(JSON.parse(printed(again)), JSON.parse(text));
    expectEqual(new Map(again.aliases.targets), new Map(after.aliases.targets));
    expectEqual(
      new Set([...again.aliases.sources].map(([id]) => id)),
      new Set([...after.aliases.sources].map(([id]) => id)),
    );
    for (const [id, collection] of after.collections) {
      const other = again.collections.get(id);
      expectEqual(
        [new Map(other?.names), other?.deletedIds, other?.extensionIds.toSorted()],
        [new Map(collection.names), collection.deletedIds, collection.extensionIds.toSorted()],
      );
    }
  },

  'followed by a create and its delete is as before': (steps, texts) => {
    const { after } = steps.at(-1) as Step;
    const begin = {
      variableCollections: [create('new', { initialModeId: 'newMode' })],
      variables: [variable('newVariable', 'COLOR', 'new')],
    };
    const made = applyChanges(after, begin, contextOf(77, unbound));
    if ('problems' in made) throw new Error(made.problems[0].sentence);
    const gone = { variableCollections: [remove(made.tempIdToRealId.new as string)] };
    const result = applyChanges(made.state, gone, contextOf(78, unbound));
    expect('state' in result && printed(result.state)).toBe(texts.at(-1));
  },
};

/** The steps of a sequence, and the states after them, printed at once. */
function played(sequence: Parameters<typeof stepsOf>): [steps: Step[], texts: string[]] {
  const [steps, texts]: [Step[], string[]] = [[], []];
  for (const step of stepsOf(...sequence)) {
    steps.push(step);
    texts.push(printed(step.after));
  }
  return [steps, texts];
}

describe('any sequence of bodies', () => {
  const sequences = fc.tuple(fewBodies, bindings);
  const runs = { numRuns: cases };
  const broken = new Set<string>();

  // Making a sequence takes longer than looking at it, so all guarantees are held against the same ones.
  beforeAll(() => {
    const holdAll = fc.property(sequences, (sequence) => {
      const [steps, texts] = played(sequence);
      for (const [title, guarantee] of Object.entries(guarantees)) {
        try {
          if (!broken.has(title)) guarantee(steps, texts);
        } catch {
          broken.add(title);
        }
      }
    });
    fc.assert(holdAll, runs);
  }, limitMs);

  it.each(Object.entries(guarantees))(
    '%s',
    (title, guarantee) => {
      if (!broken.has(title)) return;
      // Comes to the same sequence again, shrinks it, and says what is wrong.
      fc.assert(
        fc.property(sequences, (sequence) => guarantee(...played(sequence))),
        runs,
      );
    },
    limitMs,
  );

  property(
    'that is long leaves a sound state too',
    [bodies, bindings],
    (...given) => expectSound([...stepsOf(...given)]),
    200,
  );
});

describe('random bodies', () => {
  it('are accepted often enough to prove something, and refused too', () => {
    let [taken, refused] = [0, 0];
    for (const given of fc.sample(fewBodies, { numRuns: 300, seed: 1 })) {
      for (const { ids } of [...stepsOf(given, unbound)].slice(1)) {
        if (ids === undefined) refused += 1;
        else taken += 1;
      }
    }
    expect(Math.min(taken, refused)).toBeGreaterThan(300);
  });

  const lists = fc.record(
    { variableCollections: fc.jsonValue(), variableModes: fc.jsonValue(), variables: fc.jsonValue() },
    { requiredKeys: [] },
  );
  const entry = fc.dictionary(fc.constantFrom('action', 'id', 'name', 'value', 'scopes'), fc.jsonValue());
  const entries = fc.record({ variables: fc.array(entry), variableModeValues: fc.array(entry) });
  property(
    'of any JSON at all are taken or refused, never an error of another kind',
    [fc.oneof(fc.jsonValue(), lists, entries)],
    (given) => {
      const result = applyChanges(emptyState, given, countingContext());
      if ('problems' in result) expect(result.problems[0].sentence).toMatch(/\.$/);
    },
  );
});
