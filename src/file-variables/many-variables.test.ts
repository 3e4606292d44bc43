import { expect, it } from 'vitest';
import type { Context } from '../context.ts';
import { castServer, files } from '../testing/cast.ts';
import { longestStepMs } from '../testing/longest-step.ts';
import { readLocalVariables } from '../variables/read-local-variables.ts';
import { unpackedText } from './packed-text.ts';
import { changeVariables } from './variables-state-store.ts';

/** In one piece publishing took two seconds and reading what was published one. */
const longestMs = 300;

/** Of a text in a row, which an embedded database writes in one piece: 15 ms for as much. */
const mostWrittenAtOnce = 4_000_000;

const { server } = castServer();
const key = files.open;

/** 50,000 variables in 10 collections, every tenth an alias. */
function manyVariables() {
  const collections = Array.from({ length: 10 }, (_, at) => `VariableCollectionId:8:${at}`);
  const variables = collections.flatMap((collectionId, at) =>
    Array.from({ length: 5000 }, (_, place) => {
      const id = `VariableID:${at}:${place}`;
      const value = place % 10 === 9 ? { type: 'VARIABLE_ALIAS', id: `VariableID:${at}:0` } : place;
      return {
        id,
        name: `number/${place}`,
        key: id,
        variableCollectionId: collectionId,
        resolvedType: 'FLOAT',
        valuesByMode: { [`m${at}`]: value },
      };
    }),
  );
  const collectionOf = (id: string, at: number) => ({
    id,
    name: `Collection ${at}`,
    key: id,
    defaultModeId: `m${at}`,
    modes: [{ modeId: `m${at}`, name: 'Mode' }],
  });
  const byId = (list: readonly { id: string }[]) => Object.fromEntries(list.map((one) => [one.id, one]));
  return { variables: byId(variables), variableCollections: byId(collections.map(collectionOf)) };
}

function fewVariables() {
  const id = 'VariableID:1:1';
  const of = { variableCollectionId: 'c', resolvedType: 'FLOAT', valuesByMode: { '1:0': 8 } };
  const collection = { id: 'c', name: 'Spaces', key: 'c', defaultModeId: '1:0' };
  return readLocalVariables({
    variables: { [id]: { id, name: 'Gap', key: 'gap', ...of } },
    variableCollections: { c: { ...collection, modes: [{ modeId: '1:0', name: 'Mode' }] } },
  });
}

const publicationOf = (database: Context['database']) =>
  database
    .selectFrom('variable_publications')
    .selectAll()
    .where('file_key', '=', key)
    .executeTakeFirstOrThrow();

it('What was published is read as it was stored, packed or, by an older program, not', async () => {
  const { context } = server();
  await changeVariables(context, key, {
    look: async () => {},
    work: async () => ({ state: fewVariables(), result: undefined }),
  });
  await server().call(`/workspace/v1/files/${key}/publish`, { method: 'POST', body: {} });
  const answer = async () => (await server().call(`/v1/files/${key}/variables/published`, {})).json.meta;
  const published = await answer();
  expect(Object.values(published.variables)).toMatchObject([{ name: 'Gap' }]);
  const stored = async (revision: string, body: string): Promise<unknown> => {
    await context.database.updateTable('variable_publications').set({ revision, body }).execute();
    return answer();
  };
  const { body } = await publicationOf(context.database);
  expect(await stored('again', body)).toEqual(published);
  const lines = (await unpackedText(body)).toString();
  expect(lines).toContain('"Gap"');
  expect(await stored('older', lines)).toEqual(published);
});

it('Reading, changing, comparing and publishing very many variables yields in between', {
  timeout: 300_000,
}, async () => {
  const { context } = server();
  const state = readLocalVariables(manyVariables());
  await changeVariables(context, key, {
    look: async () => {},
    work: async () => ({ state, result: undefined }),
  });
  const call = (line: string, body?: unknown) => async () => {
    const [method = '', path = ''] = line.split(' ');
    const answer = await server().call(path, { method, ...(body === undefined ? {} : { body }) });
    expect(answer.status).toBe(200);
  };
  const others = manyVariables();
  for (const variable of Object.values(others.variables)) Object.assign(variable, { description: 'Another' });
  await call(`PUT /workspace/v1/files/${key}/variables`, { meta: others })();
  const { versions } = (await server().call(`/v1/files/${key}/versions`, {})).json;
  const steps = {
    local: await longestStepMs(call(`GET /v1/files/${key}/variables/local`)),
    change: await longestStepMs(
      call(`POST /v1/files/${key}/variables`, { variableCollections: [{ action: 'CREATE', name: 'More' }] }),
    ),
    compared: await longestStepMs(
      call(`GET /workspace/v1/files/${key}/diff?from=${versions[1].id}&page_size=1`),
    ),
    publish: await longestStepMs(call(`POST /workspace/v1/files/${key}/publish`, {})),
    again: await longestStepMs(call(`POST /workspace/v1/files/${key}/publish`, {})),
    published: await longestStepMs(call(`GET /v1/files/${key}/variables/published`)),
  };
  const { body } = await publicationOf(context.database);
  expect(body.length).toBeLessThan(mostWrittenAtOnce);
  for (const [what, ms] of Object.entries(steps)) expect([what, ms < longestMs]).toEqual([what, true]);
});
