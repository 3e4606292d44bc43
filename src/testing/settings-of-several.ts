import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What several servers of one installation are all told, beside their database and their bucket. */
export interface SettingsOfSeveral {
  readonly secret: string;
  readonly baseUrl: string;
  readonly adminTokenFile: string;
}

/** Writes the administrator's token into the folder. */
export function settingsOfSeveral(folder: string): SettingsOfSeveral {
  const adminTokenFile = join(folder, 'administrator');
  writeFileSync(adminTokenFile, 'the-token-of-the-administrator-of-all');
  return {
    secret: 'what all servers of the installation sign with',
    baseUrl: 'https://127.0.0.1',
    adminTokenFile,
  };
}
