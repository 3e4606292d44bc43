import { onBothEngines } from '../testing/postgres-and-sqlite.ts';
import { databaseSuite } from './database.suite.ts';

onBothEngines('The database', databaseSuite);
