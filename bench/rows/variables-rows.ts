import { DatabaseSync } from 'node:sqlite';
import type { ChangesBody } from '../variables-body.ts';

/** What the reference writes of each list: a column for each field, things and objects as JSON. */
const columns: Readonly<Record<string, readonly string[]>> = {
  variableCollections: ['id', 'name', 'initialModeId'],
  variableModes: ['id', 'name', 'variableCollectionId'],
  variables: ['id', 'name', 'variableCollectionId', 'resolvedType', 'scopes', 'description'],
  variableModeValues: ['variableId', 'modeId', 'value'],
};

const keys: Readonly<Record<string, string>> = { variableModeValues: 'variableId, modeId' };

/** The reference for writing: parses the body and writes a row for each of its entries, without any check. */
export function openRowWriter(path: string): { write(file: string, body: Uint8Array): void; close(): void } {
  const database = new DatabaseSync(path);
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
  const inserts = Object.entries(columns).map(([list, names]) => {
    const key = keys[list] ?? 'id';
    database.exec(`CREATE TABLE ${list} (file, ${names.join(', ')}, PRIMARY KEY (file, ${key}))`);
    const places = names.map(() => '?').join(', ');
    return { list, names, insert: database.prepare(`INSERT INTO ${list} VALUES (?, ${places})`) };
  });
  return {
    write: (file, bytes) => {
      const body = JSON.parse(
        Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString(),
      ) as ChangesBody;
      database.exec('BEGIN IMMEDIATE');
      for (const { list, names, insert } of inserts)
        for (const entry of body[list] ?? []) insert.run(file, ...names.map((name) => cell(entry[name])));
      database.exec('COMMIT');
    },
    close: () => database.close(),
  };
}

const cell = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
