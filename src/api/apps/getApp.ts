import { findAdministeredApp } from '../../apps/administered-apps-store.ts';
import type { Handler } from '../../operation.ts';
import { appRecord } from './app-record.ts';

export const getApp: Handler<'getApp'> = async ({ caller, path }, { database }) => ({
  json: appRecord(await findAdministeredApp(database, caller, path.client_id)),
});
