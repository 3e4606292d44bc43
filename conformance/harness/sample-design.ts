import { readFileSync } from 'node:fs';

/** The shop of the sample workspace: a page with four screens, made of frames, texts, pictures and instances. */
export const sampleShop = (): object =>
  JSON.parse(readFileSync(new URL('../../fixtures/sample/shop.json', import.meta.url), 'utf8')) as object;
