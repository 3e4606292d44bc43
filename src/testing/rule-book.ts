/** `docs/rules.md`, the one list of ids, as it is read by the tests that hold it. */
export interface RuleBook {
  /** In the order of the page. */
  readonly ids: readonly string[];
  /** What is wrong with the page, a sentence for each. */
  readonly faults: readonly string[];
}

interface Rule {
  readonly id: string;
  readonly sentence: string;
  /** The letters in brackets at the end of the heading it stands under. */
  readonly area: string;
}

/** Below the first heading a line is a heading, a rule, or empty. */
export function readRuleBook(text: string): RuleBook {
  const rules: Rule[] = [];
  const faults: string[] = [];
  let area = '';
  for (const line of linesOfRules(text)) {
    const [, named] = /^## .+ \(([A-Z]+)\)$/.exec(line) ?? [];
    const [, id, sentence = ''] = /^- \*\*(\S+)\*\*(.*)$/.exec(line) ?? [];
    if (named !== undefined) area = named;
    else if (id === undefined)
      faults.push(`"${line}" is neither "## Area (AREA)" nor "- **ID** One sentence."`);
    else rules.push({ id, sentence: sentence.trim(), area });
  }
  const ids = rules.map((rule) => rule.id);
  return { ids, faults: [...faults, ...rules.flatMap(faultsOf), ...repeated(ids), ...gaps(ids)] };
}

function linesOfRules(text: string): string[] {
  const lines = text.split('\n');
  const start = lines.findIndex((line) => line.startsWith('## '));
  return lines.slice(start === -1 ? lines.length : start).filter((line) => line.trim() !== '');
}

/** From a capital, a digit or code to the one full stop, three words at least. */
const wholeSentence = /^[\p{Lu}\d`].*\S \S+ \S.*\.$/u;
const secondSentence = /[.!?]\s+[\p{Lu}`]/u;

function faultsOf({ id, sentence, area }: Rule): string[] {
  const isSentence = wholeSentence.test(sentence) && !secondSentence.test(sentence.replace(/`[^`]*`/g, '``'));
  const isNamed = new RegExp(`^${area}(-\\d{2}|[1-9]\\d?)$`).test(id);
  return [
    ...(isSentence ? [] : [`${id} is not followed by one sentence`]),
    ...(isNamed ? [] : [`${id} is no id of the area ${area}`]),
  ];
}

const repeated = (ids: readonly string[]): string[] =>
  [...new Set(ids.filter((id, place) => ids.indexOf(id) !== place))].map((id) => `${id} stands there twice`);

/** Requirements are numbered from 01 without a gap; choices that nobody cites any more leave one. */
function gaps(ids: readonly string[]): string[] {
  return [...new Set(ids)].flatMap((id) => {
    const [area, number] = id.split('-');
    if (number === undefined || number === '01') return [];
    const before = `${area}-${String(Number(number) - 1).padStart(2, '0')}`;
    return ids.includes(before) ? [] : [`${id} stands there without ${before}`];
  });
}
