import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { emojiText } from './emoji-text.ts';
import { projectFolder } from './open-api.ts';
import { operationTableText } from './operation-table.ts';
import { readContract } from './sources.ts';
import { typesText } from './types-text.ts';

const folder = join(projectFolder, 'src', 'contract', 'generated');

/** Merges the contract and writes what the program is compiled against. */
function generate(): void {
  const contract = readContract();
  mkdirSync(folder, { recursive: true });
  write('openapi.json', `${JSON.stringify(contract, null, 1)}\n`);
  write('operation-table.ts', operationTableText(contract));
  write('types.ts', typesText(contract, 'server'));
  write('emoji.ts', emojiText());
}

/** Replaces the file at once, so that a process that reads meanwhile sees the old or the new one. */
function write(name: string, text: string): void {
  const file = join(folder, name);
  writeFileSync(`${file}.new`, text);
  renameSync(`${file}.new`, file);
}

try {
  generate();
} catch (error) {
  console.error(`The contract cannot be generated. ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
}
