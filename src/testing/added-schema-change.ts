import type { Migration } from 'kysely/migration';
import { schemaChanges } from '../database/schema-changes.ts';

/** Has the program know one more change of the schema, until what is answered is called. */
export function addSchemaChange(name: keyof typeof schemaChanges, change: Migration): () => void {
  Object.assign(schemaChanges, { [name]: change });
  return () => void Reflect.deleteProperty(schemaChanges, name);
}
