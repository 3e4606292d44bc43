import { expect, it } from 'vitest';
import { cast, fileOf, people } from './harness/cast.ts';
import type { Answer } from './harness/client.ts';
import { onEachEngine } from './harness/engines.ts';
import { expectError } from './harness/error-checks.ts';
import {
  alias,
  boundText,
  pageOf,
  theme,
  update,
  value,
  variable,
  variablesOf,
} from './harness/variables-file.ts';
import { createWorld, type World } from './harness/world.ts';

/** A way to change or share the variables of the file `main`, as a person. */
type Door = (world: World, as: string, variableId: string, local: object) => Promise<Answer>;

const own = (world: World, as: string, method: string, path: string, body?: object) =>
  world.call(method, `/workspace/v1/files/${world.id('main')}${path}`, { as: `${as}-push`, body });

const changing: Record<string, Door> = {
  'POST variables': (world, as) =>
    world.call('POST', `/v1/files/${world.id('main')}/variables`, { as, body: theme }),
  'PUT variables': (world, as, _id, local) => own(world, as, 'PUT', '/variables', local),
  'DELETE a variable': (world, as, id) => own(world, as, 'DELETE', `/variables/${encodeURIComponent(id)}`),
};
const sharing: Record<string, Door> = {
  publish: (world, as) => own(world, as, 'POST', '/publish', {}),
  subscribe: (world, as) => own(world, as, 'PUT', `/subscriptions/${world.id('library')}`),
  unsubscribe: (world, as) => own(world, as, 'DELETE', `/subscriptions/${world.id('library')}`),
};
const doors = Object.entries({ ...changing, ...sharing });

onEachEngine('Variables of a file', (engine) => {
  const open = async (more: object = {}) => {
    const files = [
      fileOf('main', undefined, more),
      fileOf('library', undefined, { published: true, link_access: 'view' }),
    ];
    const fonts = [{ family: 'Acme Sans', organization: '900', shared: true }];
    const world = await createWorld(engine, { ...cast({ files }), fonts });
    const library = variablesOf(world, 'library');
    await library.change(theme);
    const answer = await library.read('local');
    return { world, file: variablesOf(world), local: answer.json };
  };
  const withTheme = async (more: object = {}) => {
    const opened = await open(more);
    const ids = await opened.file.change(theme);
    expect(
      (await own(opened.world, 'alice', 'PUT', `/subscriptions/${opened.world.id('library')}`)).status,
    ).toBe(200);
    return { ...opened, size: ids.size ?? '', ids };
  };

  it.each(doors)(
    'cannot be changed by outsiders with an edit link, guests and viewers: %s',
    async (_name, door) => {
      const { world, file, size, local } = await withTheme({ link_access: 'edit' });
      const before = [await file.local(), await file.published()];
      expectError(await door(world, 'dan', size, local), 403, /Incorrect account type/);
      const bob = `/workspace/v1/organizations/${world.id('900')}/users/${world.id(people.bob)}`;
      await world.call('PUT', bob, { as: 'alice-push', body: { role: 'guest' } });
      expectError(await door(world, 'bob', size, local), 403, /Incorrect account type/);
      const closed = { link_access: 'view' };
      await own(world, 'alice', 'PATCH', '', closed);
      expectError(await door(world, 'carla', size, local), 403, /Insufficient file permissions/);
      expect([await file.local(), await file.published()]).toEqual(before);
      expect((await door(world, 'alice', size, local)).status).toBe(200);
    },
  );

  it.each(Object.entries(changing))('are changed in design files only: %s', async (_name, door) => {
    const { world, local } = await open({ editor_type: 'figjam' });
    const answer = await door(world, 'alice', 'VariableID:1:1', local);
    expectError(answer, 403, /API only available for design files/);
  });

  it('[VAR-78] that text in a shared font of the organization shows through an alias keep their text', async () => {
    const { file, ids } = await withTheme();
    const made = await file.change({
      variables: [variable('greeting', 'STRING', ids.theme), variable('free', 'STRING', ids.theme)],
      variableModeValues: [value('greeting', ids.dark, alias(ids.title))],
    });
    await file.push(pageOf(boundText(made.greeting, 'Acme Sans')));
    await file.refused({ variableModeValues: [value(ids.title, ids.light, 'Other')] }, /font/);
    await file.refused({ variables: [update(ids.title, { name: 'heading' })] }, /font/);
    await file.change({ variableModeValues: [value(made.free, ids.light, 'Other')] });
  });

  it('[VAR-78] held by a font of the organization are not changed by an answer of another server', async () => {
    const { world, file, ids } = await withTheme();
    await file.push(pageOf(boundText(ids.title, 'Acme Sans')));
    const answer = (await file.read('local')).json;
    const changed = structuredClone(answer);
    const held = changed.meta.variables[ids.title ?? ''];
    held.valuesByMode[ids.light ?? ''] = 'Other';
    expectError(await own(world, 'alice', 'PUT', '/variables', changed), 400, /title.*font/);
    held.valuesByMode = answer.meta.variables[ids.title ?? ''].valuesByMode;
    changed.meta.variables[ids.size ?? ''].name = 'other';
    expect((await own(world, 'alice', 'PUT', '/variables', changed)).status).toBe(200);
  });
});
