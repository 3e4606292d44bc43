import type { ComparedSet, Outcome } from './cases.ts';
import { average } from './goals.ts';
import { pageScript, pageStyle } from './page-look.ts';
import { numberText, type SummaryRow } from './summary.ts';

/** The report as one page; the pictures lie beside it. */
export function reportPage(
  sets: readonly ComparedSet[],
  summary: readonly SummaryRow[],
  outcomes: readonly Outcome[],
): string {
  const sorted = outcomes.toSorted((one, other) => rank(other) - rank(one));
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Fidelity of Vitrine</title>
<style>${pageStyle}</style>
<h1>Fidelity</h1>
<p>Pictures of ours beside the original’s own. A figure is the mean absolute difference of a channel, 0 to 255, both
on white. In the difference, dark is four times what differs, and blue was not compared.</p>
${summaryTable(summary)}
<ul>${sets.map(({ name, sentence }) => `<li><b>${escaped(name)}</b>: ${escaped(sentence)}</li>`).join('\n')}</ul>
<h2>By feature</h2>
${featureTable(outcomes)}
<h2>Cases</h2>
<p class="filters">${choice(
    'set',
    sets.map(({ name }) => name),
  )}${choice('feature', [...new Set(outcomes.flatMap(({ features }) => features))].sort())}
<output></output></p>
<main>${sorted.map(card).join('\n')}</main>
<script>${pageScript}</script>
</html>
`;
}

/** Failures come first, cases without a comparison last. */
const rank = ({ failure, mean }: Outcome): number => (failure === undefined ? (mean ?? -1) : 1000);

const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.codePointAt(0)};`);

const table = (heads: readonly string[], lines: readonly (readonly string[])[]): string =>
  `<table><tr>${heads.map((head) => `<th>${escaped(head)}</th>`).join('')}</tr>
${lines.map((cells) => `<tr>${cells.map((cell) => `<td>${escaped(cell)}</td>`).join('')}</tr>`).join('\n')}</table>`;

const summaryTable = (rows: readonly SummaryRow[]): string =>
  table(
    ['Set', 'Cases', 'Figure', 'Value', 'To reach', 'Reached', 'Left out'],
    rows.map(({ set, cases, figure, value, limit, reached, leftOut }) => [
      set,
      String(cases),
      figure,
      value,
      limit,
      reached,
      leftOut,
    ]),
  );

function featureTable(outcomes: readonly Outcome[]): string {
  const names = [...new Set(outcomes.flatMap(({ features }) => features))];
  const lines = names.map((name) => {
    const means = outcomes
      .filter(({ features }) => features.includes(name))
      .flatMap(({ mean }) => mean ?? []);
    return { name, count: means.length, mean: average(means), worst: Math.max(...means, 0) };
  });
  return table(
    ['Feature', 'Cases compared', 'Mean', 'Worst'],
    lines
      .toSorted((one, other) => (other.mean ?? -1) - (one.mean ?? -1))
      .map(({ name, count, mean, worst }) => [name, String(count), numberText(mean), numberText(worst)]),
  );
}

const choice = (name: string, values: readonly string[]): string =>
  `<label>${name} <select name="${name}"><option value="">all</option>${values
    .map((value) => `<option>${escaped(value)}</option>`)
    .join('')}</select></label> `;

function card(outcome: Outcome): string {
  const { case: given, mean, comparedShare, notes, failure, pictures, features } = outcome;
  const { set, name, nodeId, scale } = given;
  const figures = [
    `${numberText(mean)} mean`,
    `${(comparedShare * 100).toFixed(1)} % compared`,
    ...Object.entries(outcome.values ?? {}).map(([key, value]) => `${key} ${numberText(value)}`),
    ...Object.entries(outcome.leftOut).flatMap(([key, count]) =>
      count > 0 ? `${count} ${key} left out` : [],
    ),
  ];
  const images = pictures.map((path) => `<img loading="lazy" src="${path}" alt="">`).join('');
  const words = [...(failure === undefined ? [] : [failure]), ...notes.slice(0, mostNotes)];
  return `<article data-set="${escaped(set)}" data-features="${escaped(features.join('|'))}">
<h3>${escaped(name)} <small>${escaped(`${set} · ${nodeId} · ${numberText(scale)}x · ${figures.join(' · ')}`)}</small></h3>
<div>${images}</div>${words.map((line) => `<pre>${escaped(line)}</pre>`).join('')}</article>`;
}

const mostNotes = 12;
