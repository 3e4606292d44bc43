import type { SettingName } from '../config.ts';
import type { WorkspaceFile } from '../contract/contract.ts';
import { type CastServer, serverOfGroup } from './cast.ts';
import { withEachEngine } from './postgres-and-sqlite.ts';
import { createPostgresDatabase } from './postgres-database.ts';
import { startTestServer, type TestServer } from './test-server.ts';

type Settings = Partial<Record<SettingName, string>>;

/** Runs the suite with a server on SQLite and with one on PostgreSQL, whose tests follow one another as they leave it. */
export function onServersOfBothEngines(
  title: string,
  workspace: WorkspaceFile,
  suite: (cast: CastServer) => void,
  settings: Settings = {},
): void {
  const engines = {
    sqlite: () => startTestServer({ workspace, settings }),
    postgres: () => startOnPostgres(workspace, settings),
  };
  withEachEngine(title, engines, (start) => suite(serverOfGroup(start)));
}

async function startOnPostgres(workspace: WorkspaceFile, settings: Settings): Promise<TestServer> {
  const { url, drop } = await createPostgresDatabase();
  const server = await startTestServer({ workspace, settings: { ...settings, databaseUrl: url } });
  const close = async () => {
    await server.close();
    await drop();
  };
  return { ...server, close };
}
