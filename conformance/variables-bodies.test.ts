import { expect, it } from 'vitest';
import { onEachEngine } from './harness/engines.ts';
import { expectError } from './harness/error-checks.ts';
import {
  alias,
  create,
  remove,
  theme,
  themeFile,
  update,
  value,
  variable,
  variablesFile,
} from './harness/variables-file.ts';

onEachEngine('A body of changes', (engine) => {
  it('[VAR-28, VAR-62, VAR-65] maps temporary ids of all kinds, which later entries may use', async () => {
    const file = await variablesFile(engine);
    const ids = await file.change({ ...theme, variableModeValues: [value('size', 'dark', 3)] });
    const given = ['theme', 'light', 'dark', ...theme.variables.map(({ id }) => id)];
    expect(Object.keys(ids).sort()).toEqual(given.sort());
    expect(new Set(Object.values(ids)).size).toBe(given.length);
    const text = (await file.read('local')).text;
    for (const real of Object.values(ids)) expect(text).toContain(`"${real}"`);
    for (const temporary of given) expect(text).not.toMatch(new RegExp(`"(id|modeId)":"${temporary}"`));
    expect(JSON.parse(text).meta.variables[ids.size ?? ''].valuesByMode[ids.dark ?? '']).toBe(3);
  });

  it('[VAR-35] needs at least one of the four lists', async () => {
    const { file, ids } = await themeFile(engine);
    await file.change({ variableCollections: [create('other')] });
    await file.change({ variableModes: [create('night', { variableCollectionId: ids.theme })] });
    await file.change({ variables: [variable('new', 'FLOAT', ids.theme)] });
    await file.change({ variableModeValues: [value(ids.size, ids.light, 1)] });
    await file.change({ variables: [] });
    await file.refused({}, /at least/);
  });

  it('[VAR-59] is applied list by list, whatever the order of its keys', async () => {
    const file = await variablesFile(engine);
    const { variableCollections, variableModes, variables } = theme;
    const variableModeValues = [value('size', 'dark', 3)];
    const ids = await file.change({ variableModeValues, variables, variableModes, variableCollections });
    const found = await file.local();
    expect(found.variables[ids.size ?? ''].valuesByMode[ids.dark ?? '']).toBe(3);
    expect(found.variableCollections[ids.theme ?? ''].modes.length).toBe(2);
  });

  it('[VAR-60] is applied in the order of each list', async () => {
    const { file, ids } = await themeFile(engine);
    const steps = [
      create('new', { variableCollectionId: ids.theme, resolvedType: 'FLOAT' }),
      update('new', { name: 'renamed' }),
      create('again', { name: 'new', variableCollectionId: ids.theme, resolvedType: 'FLOAT' }),
      remove('new'),
    ];
    const made = await file.change({ variables: steps });
    const { variables } = await file.local();
    expect(variables[made.again ?? '']).toMatchObject({ name: 'new' });
    expect(variables[made.new ?? '']).toBeUndefined();
    await file.refused({ variables: [...steps].reverse() });
    await file.refused({ variables: [remove(ids.size), update(ids.size, { name: 'x' })] }, /variables\[1\]/);
  });

  it('[VAR-61, VAR-79] is taken as a whole or not at all, with the reason', async () => {
    const file = await variablesFile(engine);
    await file.refused(
      { ...theme, variableModeValues: [value('size', 'light', 1), value('size', 'dark', 'red')] },
      /^variableModeValues\[1\]\.value must be a finite number or an alias\.$/,
    );
    expect(await file.local()).toEqual({ variables: {}, variableCollections: {} });
    const { body, ids } = { body: theme, ids: await file.change(theme) };
    await file.refused({ ...body, variables: [remove(ids.size), remove(ids.size)] }, /variables\[1\]/);
  });

  it('[VAR-63, VAR-64] has temporary ids of its own, each used once', async () => {
    const { file, ids } = await themeFile(engine);
    const inTheme = { variableCollectionId: 'theme' };
    await file.refused(
      { variableModes: [create('night', inTheme)] },
      /variableCollectionId names no collection/,
    );
    await file.refused({ variableModeValues: [value('size', ids.light, 1)] }, /names no variable/);
    await file.refused({ variableModeValues: [value(ids.size, 'light', 1)] }, /names no mode/);
    const kinds = {
      variableCollections: create('same', { initialModeId: 'mode' }),
      variableModes: create('same', { variableCollectionId: ids.theme }),
      variables: variable('same', 'FLOAT', ids.theme),
    };
    const lists = Object.entries(kinds);
    for (const [left, first] of lists) {
      for (const [right, second] of lists) {
        const both = left === right ? [first, { ...second, name: 'other' }] : [second];
        await file.refused({ [left]: [first], [right]: both }, /temporary id that was used before/);
      }
    }
    const twins = create('same', { initialModeId: 'same' });
    await file.refused({ variableCollections: [twins] }, /temporary id that was used before/);
    const wrongKind = { variableCollections: [create('c')], variableModeValues: [value('c', ids.light, 1)] };
    await file.refused(wrongKind, /temporary id of a collection, not of a variable/);
    await file.change({ variables: [variable('size', 'FLOAT', ids.theme, { name: 'new' })] });
  });

  it('[VAR-80] creates, changes and deletes each kind, as the next read shows', async () => {
    const { file, ids } = await themeFile(engine);
    await file.change({
      variableCollections: [update(ids.theme, { name: 'Colours', hiddenFromPublishing: true })],
      variableModes: [update(ids.dark, { name: 'Night', variableCollectionId: ids.theme })],
      variables: [update(ids.gap, { name: 'space', description: 'Between', hiddenFromPublishing: true })],
      variableModeValues: [value(ids.gap, ids.dark, 12)],
    });
    const changed = await file.local();
    expect(changed.variableCollections[ids.theme ?? '']).toMatchObject({
      name: 'Colours',
      hiddenFromPublishing: true,
      modes: [{ name: 'Light' }, { modeId: ids.dark, name: 'Night' }],
    });
    expect(changed.variables[ids.gap ?? '']).toMatchObject({
      name: 'space',
      description: 'Between',
      hiddenFromPublishing: true,
      valuesByMode: { [ids.dark ?? '']: 12 },
    });
    await file.change({ variableModes: [remove(ids.dark)], variables: [remove(ids.gap)] });
    const left = await file.local();
    expect(left.variables[ids.gap ?? '']).toBeUndefined();
    expect(left.variableCollections[ids.theme ?? '']).toMatchObject({
      modes: [{ modeId: ids.light }],
      variableIds: ['size', 'title', 'ink', 'paper', 'shown'].map((name) => ids[name]),
    });
    expect(Object.keys(left.variables[ids.size ?? ''].valuesByMode)).toEqual([ids.light]);
    await file.change({ variableCollections: [remove(ids.theme)] });
    expect(await file.local()).toEqual({ variables: {}, variableCollections: {} });
  });
});

const megabyte = 1024 * 1024;

/** A body of so many bytes: changes, then white space. */
function bodyOf(changes: object, sizeBytes: number): string {
  const text = JSON.stringify(changes);
  return `${text.slice(0, -1)}${' '.repeat(sizeBytes - text.length)}}`;
}

onEachEngine('The size of a body', (engine) => {
  const json = { 'content-type': 'application/json' };

  it('[VAR-32, ERR-08, LIM-13] is 4 MB at the most, whether announced or found while it arrives', async () => {
    const { file, ids } = await themeFile(engine);
    const path = `/v1/files/${file.key}/variables`;
    const send = (size: number, body: number, headers: Record<string, string>) =>
      file.world.call('POST', path, {
        headers: { ...json, ...headers },
        body: bodyOf({ variableModeValues: [value(ids.size, ids.light, size)] }, body),
      });
    const sizeNow = async () => (await file.local()).variables[ids.size ?? ''].valuesByMode[ids.light ?? ''];
    const streamed = { 'transfer-encoding': 'chunked' };
    let size = 0;
    for (const headers of [{}, streamed]) {
      for (const sizeBytes of [4 * megabyte - 1, 4 * megabyte]) {
        size += 1;
        expect((await send(size, sizeBytes, headers)).status).toBe(200);
        expect(await sizeNow()).toBe(size);
      }
      const refused = await send(size + 1, 4 * megabyte + 1, headers);
      expectError(refused, 413, /too large/);
      expect(refused.headers.connection).not.toBe('close');
      expect(await sizeNow()).toBe(size);
    }
  });
});

/** Values of every kind that JSON has. */
const odd = [null, true, 0, -1.5, 'text', '', [], {}, [[]], { id: 'x' }];

onEachEngine('A body that is wrong', (engine) => {
  it('is refused for each field that is missing, null or of another type, with list and field named', async () => {
    const { file, ids } = await themeFile(engine);
    const entries: Readonly<Record<string, readonly object[]>> = {
      variableCollections: [
        create('c', { hiddenFromPublishing: true, initialModeId: 'm' }),
        update(ids.theme, { name: 'x', hiddenFromPublishing: true }),
      ],
      variableModes: [
        create('m', { variableCollectionId: ids.theme }),
        update(ids.dark, { name: 'x', variableCollectionId: ids.theme }),
      ],
      variables: [
        variable('v', 'FLOAT', ids.theme, {
          description: 'x',
          hiddenFromPublishing: true,
          scopes: ['GAP'],
          codeSyntax: { WEB: 'x' },
        }),
        update(ids.size, { name: 'x' }),
        remove(ids.size),
      ],
      variableModeValues: [value(ids.size, ids.light, 1)],
    };
    for (const [list, rows] of Object.entries(entries)) {
      for (const row of rows) {
        for (const [field, right] of Object.entries(row)) {
          const missing = isRequired(row, field) ? [undefined] : [];
          for (const wrong of [...missing, ...odd.filter((one) => kindOf(one) !== kindOf(right))]) {
            const answer = await file.post({ [list]: [{ ...row, [field]: wrong }] });
            expect([list, field, wrong, answer.status]).toEqual([list, field, wrong, 400]);
            expectError(answer, 400, new RegExp(`${list}\\[0\\].*${field}`));
          }
        }
      }
    }
    for (const wrong of [null, true, 0, 'text', [], [[]]])
      await file.refused({ variables: wrong === null ? null : [wrong] }, /variables/);
    expect((await file.local()).variableCollections[ids.theme ?? ''].name).toBe('theme');
  });

  it('is refused where it is not a JSON object', async () => {
    const { file } = await themeFile(engine);
    for (const body of [[], [[]], 'null', '3', '"x"']) {
      const sent = typeof body === 'string' ? Buffer.from(body) : body;
      const headers = { 'content-type': 'application/json' };
      expectError(
        await file.world.call('POST', `/v1/files/${file.key}/variables`, { body: sent, headers }),
        400,
      );
    }
    const path = `/v1/files/${file.key}/variables`;
    const send = (body: string, type = 'application/json') =>
      file.world.call('POST', path, { body, headers: { 'content-type': type } });
    for (const text of [
      '{',
      '{"variables":[}',
      '{"variables":[NaN]}',
      '',
      '{}x',
      '\u0000',
      `${'['.repeat(100_000)}`,
    ])
      expectError(await send(text), 400);
    expectError(await send('{"variables":[]}', 'text/plain'), 400, /has to be JSON/);
    for (const form of ['variables=1', 'variables=1&variables=2'])
      expectError(await send(form, 'application/x-www-form-urlencoded'), 400, /has to be JSON/);
  });

  it('has numbers that are none, half characters, names without end and names of prototypes', async () => {
    const { file, ids } = await themeFile(engine);
    const path = `/v1/files/${file.key}/variables`;
    const send = (body: string) =>
      file.world.call('POST', path, { body, headers: { 'content-type': 'application/json' } });
    const text = JSON.stringify({ variableModeValues: [value(ids.size, ids.light, 123)] });
    for (const number of ['1e999', '-1e999'])
      expectError(await send(text.replace('123', number)), 400, /finite/);
    for (const half of ['"\\ud83d"', '"x\\udc4b"']) {
      const named = JSON.stringify({ variables: [update(ids.size, { name: 'NAME' })] }).replace(
        '"NAME"',
        half,
      );
      expectError(await send(named), 400, /name/);
      const valued = JSON.stringify({ variableModeValues: [value(ids.title, ids.light, 123)] });
      expectError(await send(valued.replace('123', half)), 400, /value/);
    }
    for (const key of ['__proto__', 'constructor', 'toString']) {
      const variables = [variable(key, 'FLOAT', ids.theme)];
      const made = await send(JSON.stringify({ variables }));
      expect(made.status).toBe(200);
      expect(made.text).toContain(`"${key}":"VariableID:`);
      await file.refused({ variableModeValues: [value(key, ids.light, 1)] }, /names no variable/);
      await file.refused({ variableModeValues: [value(ids.size, key, 1)] }, /names no mode/);
      await file.refused({ variableModeValues: [value(ids.size, ids.light, alias(key))] }, /no variable/);
      await file.refused({ [key]: [] }, /at least/);
    }
    const long = 'n'.repeat(100_000);
    await file.refused({ variables: [variable('v', long, ids.theme)] }, /resolvedType/);
    await file.change({ variables: [update(ids.size, { name: long })] });
    expect((await file.local()).variables[ids.size ?? ''].name.length).toBe(long.length);
  });

  it('may have unknown keys, which are ignored', async () => {
    const { file, ids } = await themeFile(engine);
    const before = await file.local();
    await file.change({ variables: [update(ids.size, { colour: 'red' })], more: [1] });
    expect(await file.local()).toEqual(before);
  });
});

const optional = ['hiddenFromPublishing', 'initialModeId', 'description', 'scopes', 'codeSyntax'];

function isRequired(row: { action?: unknown }, field: string): boolean {
  if (field === 'id') return row.action !== 'CREATE';
  return field === 'name' ? row.action === 'CREATE' : !optional.includes(field);
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'list' : typeof value;
}
