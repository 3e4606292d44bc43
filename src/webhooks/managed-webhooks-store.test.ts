import { expect, it } from 'vitest';
import type { Caller } from '../access/caller.ts';
import { projectIdOf, userIdOf } from '../contract/branded-ids.ts';
import { onBothEngines, openMigrated } from '../testing/postgres-and-sqlite.ts';
import { insertTeamWebhook, insertWebhookTeam } from '../testing/webhook-team.ts';
import { isManaged } from './managed-webhooks-store.ts';
import { sightOf } from './visible-events-store.ts';

onBothEngines('What somebody may manage and see of webhooks', (openEmpty) => {
  it('is not said to be nothing where the database fails', async () => {
    const { database } = await openMigrated(openEmpty);
    await insertWebhookTeam(database);
    await insertTeamWebhook(database);
    const caller = { user: { id: userIdOf('2') }, app: null } as unknown as Caller;
    const ofTeam = () => isManaged(database, caller, { context: 'team', contextId: '10' });
    const sees = sightOf(database, caller);
    const ofProject = () => sees({ fileKey: null, projectId: projectIdOf('7') });
    expect([await ofTeam(), await ofProject()]).toEqual([false, false]);
    // What was found of a place is not looked for again.
    expect(ofProject()).toBe(ofProject());
    await database.schema.alterTable('teams').renameTo('teams_away').execute();
    await database.schema.alterTable('projects').renameTo('projects_away').execute();
    await expect(ofTeam()).rejects.toThrow('teams');
    await expect(sightOf(database, caller)({ fileKey: null, projectId: projectIdOf('7') })).rejects.toThrow();
  });
});
