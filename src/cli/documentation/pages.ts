import { commandsPage } from './commands-page.ts';
import { environmentExample, settingsPage } from './settings-page.ts';
import { valuesSchema } from './values-schema.ts';

/** Pages that are printed from the program, by their path in the project. */
export async function printedPages(): Promise<Readonly<Record<string, string>>> {
  return {
    'docs/commands.md': await commandsPage(),
    'docs/settings.md': settingsPage(),
    '.env.example': environmentExample(),
    'deploy/chart/values.schema.json': valuesSchema(),
  };
}
