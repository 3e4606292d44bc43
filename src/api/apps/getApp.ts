import type { Handler } from '../../operation.ts';
import { appRecord } from './app-record.ts';
import { findAdministeredApp } from './store.ts';

export const getApp: Handler<'getApp'> = async ({ caller, path }, { database }) => ({
  json: appRecord(await findAdministeredApp(database, caller, path.client_id)),
});
