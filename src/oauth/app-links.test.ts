import { expect, it } from 'vitest';
import { html } from '../console/html.ts';
import { appPlaces } from './app-links.ts';

const markupOf = (website: string | null, support_contact: string | null): string =>
  html`${appPlaces({ website, support_contact })}`.markup;

it('Addresses that an app names are links that say their host, open beside the page and tell nothing of it', () => {
  const markup = markupOf('https://app.example/about?a=1&b=2', 'https://help.example/');
  expect(markup).toContain(
    '<a href="https://app.example/about?a=1&amp;b=2" target="_blank" rel="noreferrer">app.example</a>',
  );
  expect(markup).toContain(
    '<a href="https://help.example/" target="_blank" rel="noreferrer">help.example</a>',
  );
});

it('Addresses that an app names are not there where the app says none', () => {
  expect(markupOf(null, null)).toBe('');
  expect(markupOf('https://app.example/', null)).not.toContain('Support');
  expect(markupOf(null, 'help@app.example')).not.toContain('Website');
});

it.each([
  'javascript:alert(1)',
  'http://app.example/',
  'data:text/html,<script>alert(1)</script>',
  '//app.example/',
  'help@app.example',
  '"><script>alert(1)</script>',
])('Addresses that an app names are plain text where they are no https:// address: %s', (address) => {
  const markup = markupOf(address, address);
  expect(markup).not.toMatch(/<a |href|<script/);
  expect(markup.match(/<p /g)).toHaveLength(2);
});

it('Addresses that an app names cannot leave the attribute that they stand in', () => {
  expect(markupOf(`https://app.example/"onclick="alert(1)'>`, null)).not.toMatch(/"onclick|'>/);
});
