import { expect, it } from 'vitest';
import { originalLimits } from './limits.ts';
import { readLimits } from './read-limits.ts';

it('The reader of rate limits reads limits in YAML and in JSON', () => {
  const limits = { starter: { view: { tier1: { most: 6, period: 'month' } } } };
  expect(readLimits('starter: { view: { tier1: 6/month } }')).toEqual(limits);
  expect(readLimits('{"starter":{"view":{"tier1":"6 / month"}}}')).toEqual(limits);
  expect(readLimits('{}')).toEqual({});
});

it('The reader of rate limits names what is wrong with a file', () => {
  const cases: [string, RegExp][] = [
    ['', /^The file is not a table by plan\.$/],
    ['[]', /not a table by plan/],
    ['{ starter', /neither YAML nor JSON/],
    ['free: {}', /^The file names "free", which is no plan; there are starter, /],
    ['starter: 5', /^starter is not a table by seat\.$/],
    ['starter: { editor: {} }', /^starter names "editor", which is no seat/],
    ['starter: { full: { tier4: 1/minute } }', /^starter\.full names "tier4", which is no tier/],
    ['starter: { full: { tier1: 5 } }', /^starter\.full\.tier1 is 5; expected a number/],
    ['starter: { full: { tier1: 0/minute } }', /is "0\/minute"/],
    ['starter: { full: { tier1: 5/hour } }', /is "5\/hour"/],
    ['starter: { full: { tier1: 9999999/minute } }', /from 1 to 1000000/],
    ['constructor: {}', /names "constructor"/],
    ['a: &a [x,x]\nb: &b [*a,*a]\nc: &c [*b,*b]\nd: [*c,*c,*c,*c,*c,*c,*c,*c,*c,*c,*c,*c,*c,*c]', /./],
  ];
  for (const [text, sentence] of cases) expect(() => readLimits(text)).toThrow(sentence);
});

it('The reader of rate limits holds the numbers of the original', () => {
  const shown = (budget: { most: number; period: string }) => `${budget.most}/${budget.period}`;
  const rows = Object.entries(originalLimits).map(([plan, bySeat]) => [
    plan,
    ...Object.values(bySeat.full).map(shown),
    ...Object.values(bySeat.view).map(shown),
  ]);
  const low = ['6/month', '5/minute', '10/minute'];
  expect(rows).toEqual([
    ['starter', ...low, ...low],
    ['professional', '10/minute', '25/minute', '50/minute', ...low],
    ['organization', '15/minute', '50/minute', '100/minute', ...low],
    ['enterprise', '20/minute', '100/minute', '150/minute', ...low],
  ]);
});
