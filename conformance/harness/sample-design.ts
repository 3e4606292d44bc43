import { readFileSync } from 'node:fs';

/** The shop of the sample workspace: a page with four screens, made of frames, texts, pictures and instances. */
export const sampleShop = (): object => sample('shop');

/** The library of the sample workspace: pages of foundations, of components in sections, and of screens. */
export const sampleLibrary = (): object => sample('lumen');

const sample = (name: string): object =>
  JSON.parse(readFileSync(new URL(`../../fixtures/sample/${name}.json`, import.meta.url), 'utf8')) as object;
