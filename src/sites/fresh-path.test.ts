import { expect, it } from 'vitest';
import { freshPath } from './fresh-path.ts';

it.each([
  ['Landing page', '/site/landing-page-K3Y'],
  ['  Größe & “Ecke” / 2 ', '/site/gro-e-ecke-2-K3Y'],
  ['設計 🎨', '/site/page-K3Y'],
  ['', '/site/page-K3Y'],
  ['x'.repeat(255), `/site/${'x'.repeat(60)}-K3Y`],
  [`${'x'.repeat(59)} y`, `/site/${'x'.repeat(59)}-K3Y`],
])('A site called %j is found at %s', (name, path) => {
  expect(freshPath(name, 'K3Y')).toBe(path);
});
