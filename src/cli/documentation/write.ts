import { mkdir, writeFile } from 'node:fs/promises';
import { printedPages } from './pages.ts';

for (const [path, text] of Object.entries(await printedPages())) {
  const file = new URL(`../../../${path}`, import.meta.url);
  await mkdir(new URL('.', file), { recursive: true });
  await writeFile(file, text);
  console.log(path);
}
