import { type SettingName, settingRows } from '../../config.ts';
import { flagOf, isOption, isSwitch } from '../serve/setting-flags.ts';

const names = Object.keys(settingRows) as SettingName[];

/** `docs/settings.md`: one row for each setting. */
export function settingsPage(): string {
  return `# Settings

<!-- Printed from the table in src/config.ts by \`node src/cli/documentation/write.ts\`; change it there. -->

Every setting has one name in the environment and one option of \`vitrine serve\`; the option goes first. A file of a secret or a certificate that a setting names may be a pipe, as \`<(command)\` gives it: it is waited for a minute, and holds a million bytes at the most.

| Environment | Option | Default | Means |
|---|---|---|---|
${names.map(settingLine).join('\n')}

Commands that need a running server read \`VITRINE_URL\`, \`VITRINE_TOKEN\`, \`VITRINE_CA\` and
\`VITRINE_DATA\`; see [commands](commands.md).
`;
}

function settingLine(name: SettingName): string {
  const { environmentName, default: standard, sentence } = settingRows[name];
  const option = isOption(name) ? code(`--${flagOf(name)}`) : '–';
  const cells = [code(environmentName), option, shownDefault(name, standard), sentence];
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}

function shownDefault(name: SettingName, standard: string): string {
  if (standard === '') return 'none';
  return isSwitch(name) ? standard : code(standard);
}

const code = (text: string): string => `\`${text}\``;

/** `.env.example`: every setting with its default, as a comment. */
export function environmentExample(): string {
  const entries = names.map((name) => {
    const { environmentName, default: standard, sentence } = settingRows[name];
    return `# ${sentence.replaceAll('`', '')}\n# ${environmentName}=${standard}\n`;
  });
  return `# Settings of the server with their defaults; docs/settings.md has them as a table.
# Node reads this file with: node --env-file=.env bin/vitrine.mjs serve
# Printed from the table in src/config.ts.

${entries.join('\n')}`;
}
