import { commandOf } from './subcommands.ts';
import { exportVariables } from './variables/export.ts';
import { importVariables } from './variables/import.ts';

export const { help, run } = commandOf({ import: importVariables, export: exportVariables });
