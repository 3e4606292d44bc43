import { commands } from '../commands.ts';
import { listOfCommands } from '../program.ts';

/** `docs/commands.md`: the help of every command, as the command itself prints it. */
export async function commandsPage(): Promise<string> {
  const chapters = await Promise.all(
    Object.entries(commands).map(async ([name, { load }]) => chapter(name, (await load()).help())),
  );
  return `# Commands

<!-- Printed from the commands' own help by \`node src/cli/documentation/write.ts\`; change it there. -->

In a clone, \`npx vitrine\` starts the command; it installs first what is missing.

${fenced(listOfCommands())}
Exit codes: 0 done, 1 refused or failed, with one plain sentence on standard error, 2 written wrongly.
Results go to standard output, everything else to standard error.

${chapters.join('\n')}`;
}

const chapter = (name: string, help: string): string => `## vitrine ${name}\n\n${fenced(help)}`;

const fenced = (text: string): string => `\`\`\`text\n${text.trimEnd()}\n\`\`\`\n`;
