import { describe, expect, it } from 'vitest';
import type { Activity } from './activity-query.ts';
import { csvOf } from './save-as-csv.ts';

const named = (name: string): Activity =>
  ({
    timestamp: 0,
    action: { type: 'team_create', details: { name, [name]: name } },
    actor: { id: '1', name },
    entity: name,
    context: { ip_address: name },
  }) as unknown as Activity;

/** The cells of a text as a program reads it that separates them so: quotes count where a cell begins with one. */
function cellsOf(text: string, separator: string): string[] {
  const cells = [''];
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at] as string;
    const begins = cells.at(-1) === '' && !isQuoted;
    if (letter === '"' && begins) isQuoted = true;
    else if (letter === '"' && isQuoted && text[at + 1] !== '"') isQuoted = false;
    else if (!isQuoted && [separator, '\r', '\n'].includes(letter)) cells.push('');
    else {
      if (letter === '"' && isQuoted) at += 1;
      cells[cells.length - 1] += letter;
    }
  }
  return cells;
}

/** As a program reads it that does not know quotes. */
const bareCellsOf = (text: string, separator: string): string[] =>
  text.split(/[\r\n]/).flatMap((line) => line.split(separator));

describe('the activity log as CSV', () => {
  it.each([
    '=cmd',
    '+1',
    '-1',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    '＝1',
    "x;=cmd|'/C calc'!A0",
    'x,=1',
    'x\t=1',
    'x\n=1',
    'x; =1',
    '"=1',
    'x";=1;"',
    "x;'=1",
    'x;;=1',
    ';"=1',
  ])('holds no formula for programs that separate cells by commas, semicolons or tabs: %j', (name) => {
    const text = csvOf([named(name)]);
    for (const separator of [',', ';', '\t'])
      for (const read of [cellsOf, bareCellsOf])
        for (const cell of read(text, separator)) expect(cell).not.toMatch(/^ *[=+\-@\t\r＝＋－＠]/);
  });

  it('leaves other names as they are, quotes doubled', () => {
    const name = 'Say "hi"; a-b = c, d@e';
    expect(cellsOf(csvOf([named(name)]), ',')).toContain(name);
  });
});
