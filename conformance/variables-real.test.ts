import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { cast, fileOf } from './harness/cast.ts';
import { onEachEngine } from './harness/engines.ts';
import { smallFile } from './harness/example-file.ts';
import { variablesOf } from './harness/variables-file.ts';
import { createWorld } from './harness/world.ts';

const project = fileURLToPath(new URL('..', import.meta.url));
const corpus = resolve(project, process.env.VITRINE_CORPUS ?? '../shared/data');
const path = `${corpus}/api/variables-local/charcoal-primitives.json`;
const isThere = existsSync(path);

/** What our answers say of everything, and older ones leave out. */
const addedOfCollection = { isExtension: false, deletedButReferenced: false };

interface Answer {
  readonly meta: {
    readonly variables: Record<string, { id: string; variableCollectionId: string; remote: boolean }>;
    readonly variableCollections: Record<string, object>;
  };
}

onEachEngine(
  `The variables of a real file${isThere ? '' : ' (left out: no folder VITRINE_CORPUS)'}`,
  (engine) => {
    it.runIf(isThere)('come back equal, put into a file or brought by a workspace file', async () => {
      const given = JSON.parse(readFileSync(path, 'utf8')) as Answer;
      const design = smallFile('Uses none of them');
      const files = [fileOf('put', design), fileOf('brought', design, { variables: given })];
      const world = await createWorld(engine, cast({ files }));
      const [put, brought] = [variablesOf(world, 'put'), variablesOf(world, 'brought')];
      const answer = await world.call('PUT', `/workspace/v1/files/${put.key}/variables`, {
        as: 'alice-push',
        body: given,
      });
      expect(answer.json).toMatchObject({ variables: Object.keys(given.meta.variables).length });
      const expected = {
        variables: given.meta.variables,
        variableCollections: Object.fromEntries(
          Object.entries(given.meta.variableCollections).map(([id, one]) => [
            id,
            { ...one, ...addedOfCollection },
          ]),
        ),
      };
      expect(await put.local()).toEqual(expected);
      expect(await brought.local()).toEqual(expected);
    });
  },
);
