import fc from 'fast-check';
import { bodiesOf, type PlannedBody } from './bodies.ts';
import { type CallerName, callersOf, fittingCallersOf } from './callers.ts';
import { fittingPath, fittingQuery } from './fitting-requests.ts';
import { type Wrong, wrongs } from './injected-mistakes.ts';
import type { PlannedThing } from './known-things.ts';
import type { Interface, Operation, Parameter } from './published-interface.ts';
import { shareOf } from './request-shares.ts';
import { ValueSource } from './schema-values.ts';

/** A request before it is known which things it names. */
export interface PlannedCall {
  readonly operation: Operation;
  readonly caller: CallerName;
  readonly path: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: PlannedBody | undefined;
  readonly wrongs: readonly Wrong[];
  /** An address that an earlier answer handed out, in place of path and query. */
  readonly address: PlannedThing | undefined;
}

/** What takes long is rare among the calls beside those of the operation in question, too. */
const wholeShare = 20;

/** Plans calls of every operation of the interface. */
export class Planner {
  readonly #interface: Interface;
  readonly #calls = new Map<string, fc.Arbitrary<PlannedCall>>();

  constructor(published: Interface) {
    this.#interface = published;
  }

  /** Sequences in which most calls are of one operation, and the others of those that go with it. */
  sequences(focus: Operation, longest: number): fc.Arbitrary<readonly PlannedCall[]> {
    const all = [...this.#interface.operations.values()];
    const related = all.filter(({ path, id }) => id !== focus.id && stem(path) === stem(focus.path));
    const oneOf = (operations: readonly Operation[]) =>
      fc.oneof(
        ...operations.map((operation) => ({
          weight: Math.ceil(shareOf(operation) * wholeShare),
          arbitrary: this.calls(operation),
        })),
      );
    const call = fc.oneof(
      { weight: 14, arbitrary: this.calls(focus) },
      ...(related.length === 0 ? [] : [{ weight: 4, arbitrary: oneOf(related) }]),
      { weight: 2, arbitrary: oneOf(all) },
    );
    // The values have their borders; early sequences would only be shorter.
    return fc.noBias(fc.array(call, { minLength: 1, maxLength: longest, size: 'max' }));
  }

  /** Calls of one operation: some of which should be taken, some of which may be anything. */
  calls(operation: Operation): fc.Arbitrary<PlannedCall> {
    const known = this.#calls.get(operation.id) ?? this.#plan(operation);
    this.#calls.set(operation.id, known);
    return known;
  }

  #plan(operation: Operation): fc.Arbitrary<PlannedCall> {
    const fitting = plannedBy(operation, new ValueSource(this.#interface, 'fitting'), {
      caller: fittingCallersOf(operation),
      wrongs: fc.constant([]),
    });
    const any = plannedBy(operation, new ValueSource(this.#interface, 'any'), {
      caller: callersOf(operation),
      wrongs,
    });
    return fc.oneof({ weight: 3, arbitrary: fitting }, { weight: 5, arbitrary: any });
  }
}

function plannedBy(
  operation: Operation,
  values: ValueSource,
  parts: { readonly caller: fc.Arbitrary<CallerName>; readonly wrongs: fc.Arbitrary<readonly Wrong[]> },
): fc.Arbitrary<PlannedCall> {
  const named = (where: string) => operation.parameters.filter((parameter) => parameter.in === where);
  const address = /^download/.test(operation.id)
    ? fc.option(values.planned(operation.id), { nil: undefined, freq: 4 })
    : fc.constant(undefined);
  return fc.record({
    operation: fc.constant(operation),
    address,
    ...parts,
    path: fittingPath(operation.id, values) ?? parametersOf(operation, named('path'), values),
    query: fittingQuery(operation.id, values) ?? parametersOf(operation, named('query'), values),
    body: bodiesOf(operation, values),
  });
}

function parametersOf(
  { id }: Operation,
  parameters: readonly Parameter[],
  values: ValueSource,
): fc.Arbitrary<Record<string, unknown>> {
  const entries = parameters.map(({ name, schema }) => [name, values.of(schema, { operation: id, name })]);
  const requiredKeys = parameters.filter(({ required }) => required).map(({ name }) => name);
  return fc.record(Object.fromEntries(entries), { requiredKeys, noNullPrototype: true });
}

/** The path up to the thing that it is about: operations on the same kind of thing share it. */
const stem = (path: string): string =>
  path
    .split('/')
    .slice(0, path.startsWith('/v') ? 3 : 4)
    .join('/');
