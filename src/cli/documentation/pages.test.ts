import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { settingRows } from '../../config.ts';
import { commands } from '../commands.ts';
import { serverOptions } from '../server-options.ts';
import { printedPages } from './pages.ts';

describe('printed pages', async () => {
  const pages = await printedPages();

  it.each(Object.keys(pages))(
    '%s is as the program prints it (node src/cli/documentation/write.ts)',
    async (path) => {
      const present = await readFile(new URL(`../../../${path}`, import.meta.url), 'utf8');
      expect(present).toBe(pages[path]);
    },
  );

  it('hold every command and every setting', () => {
    for (const name of Object.keys(commands))
      expect(pages['docs/commands.md']).toContain(`## vitrine ${name}\n`);
    for (const { environmentName } of Object.values(settingRows)) {
      expect(pages['docs/settings.md']).toContain(`\`${environmentName}\``);
      expect(pages['.env.example']).toContain(`# ${environmentName}=`);
    }
  });

  it('name the options that say which server is meant for nothing else', () => {
    const helps = [...(pages['docs/commands.md'] ?? '').matchAll(/```text\n([^`]*)```/g)].map(
      ([, help]) => help,
    );
    const takesServer = helps.flatMap((help = '') => (help.includes('\nThe server:\n') ? [help] : []));
    const own = takesServer.flatMap(
      (help) => help.split('\nThe server:\n')[0]?.match(/^ {2}--[\w-]+/gm) ?? [],
    );
    const names = Object.keys(serverOptions).map((name) => `  --${name}`);
    expect(takesServer.length).toBeGreaterThan(10);
    expect(own.filter((option) => names.includes(option))).toEqual([]);
  });

  it('have no line of help wider than a terminal of 100 columns', () => {
    const helpLines = [...(pages['docs/commands.md'] ?? '').matchAll(/```text\n([^`]*)```/g)]
      .flatMap(([, help = '']) => help.split('\n'))
      .filter((line) => line.length > 100);
    expect(helpLines.filter((line) => !line.startsWith('A self-hosted'))).toEqual([]);
  });
});
