import { expect, it } from 'vitest';
import { markdownOf } from './markdown.ts';

it.each([
  '**bold**, *italic*, ~~gone~~ and `code`',
  '- one\n- two\n\n1. three',
  '[site](https://example.com/a?b=c&d) and [mail](mailto:a@example.com)',
  '[site]\n\n[site]: https://example.com',
  '> quoted\n\na > b, 1 & 2',
])('Markdown of a message leaves %j as it is', (message) => {
  expect(markdownOf(message, [])).toBe(message);
});

it.each([
  ['<script>alert(1)</script>', '&lt;script>alert(1)&lt;/script>'],
  ['\\<b>', '\\&lt;b>'],
  ['<javascript:alert(1)>', '&lt;javascript:alert(1)>'],
  ['[x](javascript:alert(1))', '[x&#93;(javascript:alert(1))'],
  ['[x]( \n JaVaScRiPt:alert(1))', '[x&#93;( \n JaVaScRiPt:alert(1))'],
  ['[x](&#106;avascript:alert(1))', '[x&#93;(&#106;avascript:alert(1))'],
  ['[x](data:text/html,hi)', '[x&#93;(data:text/html,hi)'],
  ['[x](<https://example.com>)', '[x&#93;(&lt;https://example.com>)'],
  ['[x]\n\n[x]: javascript:alert(1)', '[x]\n\n[x&#93;: javascript:alert(1)'],
  ['![spy](https://example.com/pixel.png)', '&#33;[spy](https://example.com/pixel.png)'],
])('Markdown of a message makes %j harmless', (message, markdown) => {
  expect(markdownOf(message, [])).toBe(markdown);
});

it('Markdown of a message makes mentions bold, whatever the name holds', () => {
  expect(markdownOf('Hi @Al*ice* [x](y), <b>', [{ at: 3, length: 15, userId: '1' }])).toBe(
    'Hi **@Al\\*ice\\* \\[x\\]\\(y\\)**, &lt;b>',
  );
});
