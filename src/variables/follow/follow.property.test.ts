import fc from 'fast-check';
import { expect, it } from 'vitest';
import { alias, extendedFile, value } from '../changes.suite.ts';
import { type ChosenModes, valueResolver } from '../resolve-value.ts';
import type { VariablesState } from '../state.ts';
import type { Color } from '../values.ts';
import { openDocument, type TestNode } from './follow.suite.ts';

type Json = Record<string, unknown>;

/** A node as it is generated: which fields are bound, the modes set on it, and whether it writes defaults. */
interface Plan {
  readonly bound: readonly Field[];
  readonly modes: Readonly<Record<string, string>>;
  readonly writesDefaults: boolean;
  readonly children: readonly Plan[];
}

const fields = ['visible', 'opacity', 'paddingTop', 'fill', 'stroke', 'shadow', 'title', 'corner'] as const;
type Field = (typeof fields)[number];

const variableOf: Record<Field, string> = {
  visible: 'shown',
  opacity: 'size',
  paddingTop: 'gap',
  fill: 'ink',
  stroke: 'paper',
  shadow: 'gap',
  title: 'title',
  corner: 'size',
};

const choices: Json[] = [
  {},
  { theme: 'dark' },
  { brand: 'brandLight' },
  { campaign: 'campaignDark' },
  { theme: 'light', brand: 'brandDark' },
];
const plan = fc.letrec<{ plan: Plan }>((tie) => ({
  plan: fc.record({
    bound: fc.subarray([...fields]),
    modes: fc.constantFrom(...choices) as fc.Arbitrary<Record<string, string>>,
    writesDefaults: fc.boolean(),
    children: fc.oneof({ maxDepth: 3 }, fc.constant<Plan[]>([]), fc.array(tie('plan'), { maxLength: 3 })),
  }),
})).plan;

const part = fc.constantFrom(0, 0.25, 1);
const modes = ['light', 'dark', 'brandLight', 'brandDark', 'campaignDark'];
const color = fc.record({ r: part, g: part, b: part, a: part });
const change = fc.oneof(
  fc.tuple(fc.constant('shown'), fc.constantFrom(...modes), fc.boolean()),
  fc.tuple(fc.constantFrom('size', 'gap'), fc.constantFrom(...modes), fc.integer({ min: 0, max: 90 })),
  fc.tuple(fc.constant('title'), fc.constantFrom(...modes), fc.string({ unit: 'binary' })),
  fc.tuple(fc.constantFrom('ink', 'paper'), fc.constantFrom(...modes), color),
  fc.tuple(fc.constant('ink'), fc.constantFrom(...modes), fc.constant(alias('paper'))),
  fc.tuple(fc.constant('size'), fc.constantFrom(...modes), fc.constant(alias('gap'))),
);

/** The document as it has to look: written anew for a state, by somebody who reads nothing of the old one. */
function written(
  plans: readonly Plan[],
  state: VariablesState,
  realId: (name: string) => string,
): TestNode[] {
  let last = 0;
  const write = (node: Plan, around: ChosenModes): TestNode => {
    const own = Object.entries(node.modes).map(([name, mode]) => [realId(name), realId(mode)] as const);
    const here = new Map([...around, ...own]);
    const resolve = valueResolver(state, here);
    const of = (field: Field) => resolve(realId(variableOf[field]));
    const bind = (field: Field) => alias(realId(variableOf[field]));
    const has = (field: Field) => node.bound.includes(field);
    const bindings = {
      ...(has('visible') && { visible: bind('visible') }),
      ...(has('opacity') && { opacity: bind('opacity') }),
      ...(has('paddingTop') && { paddingTop: bind('paddingTop') }),
      ...(has('title') && { characters: bind('title') }),
      ...(has('corner') && { topLeftRadius: bind('corner') }),
    };
    const paint = (field: Field) => {
      const { r, g, b, a } = of(field) as Color;
      return {
        type: 'SOLID',
        opacity: a,
        color: { r, g, b, a: 1 },
        boundVariables: { color: bind(field) },
      };
    };
    const id = `1:${++last}`;
    return {
      id,
      type: 'TEXT',
      scrollBehavior: 'SCROLLS',
      explicitVariableModes: Object.fromEntries(own),
      boundVariables: bindings,
      ...(has('visible') && { visible: of('visible') }),
      children: node.children.map((child) => write(child, here)),
      ...(has('opacity') && { opacity: Math.min(1, (of('opacity') as number) / 100) }),
      ...(has('paddingTop') && { paddingTop: of('paddingTop') }),
      ...(has('title') && { characters: of('title') }),
      ...(has('corner') && { rectangleCornerRadii: [of('corner'), 2, 3, 4] }),
      ...(has('fill') && { fills: [paint('fill')] }),
      ...(has('stroke') && { strokes: [paint('stroke')] }),
      ...(has('shadow') && {
        effects: [{ type: 'DROP_SHADOW', radius: of('shadow'), boundVariables: { radius: bind('shadow') } }],
      }),
    };
  };
  return plans.map((node) => write(node, new Map()));
}

const defaults: Json = { visible: true, opacity: 1, paddingTop: 0 };

/** Without what means the same where it is absent, on every node or on those whose plan leaves it out. */
function withoutDefaults(nodes: readonly TestNode[], plans?: readonly Plan[]): TestNode[] {
  return nodes.map((node, index) => {
    const inside = plans?.[index];
    const entries = Object.entries(node)
      .filter(([key, value]) => inside?.writesDefaults || !(key in defaults) || defaults[key] !== value)
      .map(([key, value]) =>
        key === 'children' ? [key, withoutDefaults(value as TestNode[], inside?.children)] : [key, value],
      );
    return Object.fromEntries(entries) as TestNode;
  });
}

it('a document that follows its variables equals one that is written anew for them', () => {
  fc.assert(
    fc.property(
      fc.array(plan, { minLength: 1, maxLength: 3 }),
      fc.array(fc.array(change, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 4 }),
      (plans, requests) => {
        const file = extendedFile();
        const first = withoutDefaults(written(plans, file.state(), file.id), plans);
        const document = openDocument(first);
        for (const request of requests) {
          const before = file.state();
          try {
            file.apply({
              variableModeValues: request.map(([name, mode, given]) => value(name, mode, given)),
            });
          } catch {
            // An alias that would close a loop, or half a character: refused, and nothing changes.
          }
          document.follow(before, file.state());
          expect(withoutDefaults(document.nodes())).toEqual(
            withoutDefaults(written(plans, file.state(), file.id)),
          );
        }
      },
    ),
    { numRuns: 300 },
  );
});
