import { describe, expect, it } from 'vitest';
import { atOnce } from '../document/run-at-once.ts';
import { alias, create, extendedFile, remove, themeFile, update, value, variable } from './changes.suite.ts';
import { type Publication, publishedAnswer, publishSteps } from './published-variables.ts';
import { readLocalVariables } from './read-local-variables.ts';
import { subscribedVariables } from './subscribed-variables.ts';

const times = ['2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z', '2026-01-03T00:00:00Z'] as const;

/** The part of an id that stands after its kind, and after the key. */
const numbersOf = (id: string): string | undefined => /\d+:\d+$/.exec(id)?.[0];

function library(file = themeFile()) {
  let publication: Publication | undefined;
  let ids = 0;
  return {
    file,
    publish(at: string) {
      publication = atOnce(publishSteps(file.state(), publication, at, () => `9:${++ids}`));
      return atOnce(publishedAnswer(publication)).meta;
    },
    publication: () => publication as Publication,
  };
}

/** @see PUB-01…PUB-08, VAR-40, VAR-51, ruling H7, B25 */
describe('published variables', () => {
  it('have exactly these fields', () => {
    const { file, publish } = library();
    const meta = publish(times[0]);
    const { id, key } = file.variable('ink')!;
    expect(meta.variables[id]).toEqual({
      id,
      subscribed_id: `VariableID:${key}/${numbersOf(id)}`,
      name: 'ink',
      key,
      variableCollectionId: file.id('theme'),
      resolvedType: 'COLOR',
      resolvedDataType: 'COLOR',
      updatedAt: times[0],
    });
    const collection = file.collection('theme')!;
    expect(meta.variableCollections[file.id('theme')]).toEqual({
      id: collection.id,
      subscribed_id: `VariableCollectionId:${collection.key}/${numbersOf(collection.id)}`,
      name: 'theme',
      key: collection.key,
      updatedAt: times[0],
    });
  });

  it('have their own number in the subscribed id at the first publish, and a new one after each change', () => {
    const { file, publish } = library();
    const first = publish(times[0]);
    for (const { id, subscribed_id } of Object.values(first.variables))
      expect(numbersOf(subscribed_id)).toBe(numbersOf(id));
    file.apply({ variables: [update('size', { name: 'other' }), variable('new', 'FLOAT', 'theme')] });
    const second = publish(times[1]);
    for (const name of ['size', 'new'])
      expect(second.variables[file.id(name)]?.subscribed_id).toMatch(/\/9:\d+$/);
  });

  it('have a new number at the first publish where their id has none', () => {
    const modes = [{ modeId: '1:2', name: 'Mode 1' }];
    const state = readLocalVariables({
      variables: {
        odd: { id: 'odd', name: 'odd', key: 'a', variableCollectionId: 'own', resolvedType: 'FLOAT' },
      },
      variableCollections: { own: { id: 'own', name: 'own', key: 'b', modes, defaultModeId: '1:2' } },
    });
    const { marks } = atOnce(publishSteps(state, undefined, times[0], () => '9:9'));
    expect([...marks.values()].map(({ subscribedId }) => subscribedId)).toEqual([
      'VariableID:a/9:9',
      'VariableCollectionId:b/9:9',
    ]);
  });

  it('stay the same when nothing changed, even where the same value was set', () => {
    const { file, publish } = library();
    file.apply({ variableModeValues: [value('size', 'light', 4)] });
    const first = publish(times[0]);
    file.apply({ variableModeValues: [value('size', 'light', 5), value('size', 'light', 4)] });
    expect(publish(times[1])).toEqual(first);
  });

  it('get a new subscribed id and time exactly where they changed', () => {
    const { file, publish } = library();
    const first = publish(times[0]);
    file.apply({ variableModeValues: [value('size', 'light', 4)] });
    const second = publish(times[1]);
    const [size, gap, theme] = ['size', 'gap', 'theme'].map(file.id) as [string, string, string];
    expect(second.variables[size]?.subscribed_id).not.toBe(first.variables[size]?.subscribed_id);
    expect(second.variables[size]).toMatchObject({ key: first.variables[size]?.key, updatedAt: times[1] });
    expect(second.variables[gap]).toEqual(first.variables[gap]);
    expect(second.variableCollections[theme]).toEqual({
      ...first.variableCollections[theme],
      updatedAt: times[1],
    });
    file.apply({ variableCollections: [update('theme', { name: 'Theme' })] });
    const third = publish(times[2]);
    expect(third.variableCollections[theme]?.subscribed_id).not.toBe(
      first.variableCollections[theme]?.subscribed_id,
    );
    expect(third.variables).toEqual(second.variables);
  });

  it('do not include what is deleted or hidden, itself or by its collection', () => {
    const { file, publish } = library(extendedFile());
    file.apply({ variableModeValues: [value('gap', 'light', alias('size'))] });
    file.apply({ variables: [remove('size'), update('ink', { hiddenFromPublishing: true })] });
    const meta = publish(times[0]);
    expect(meta.variables).not.toHaveProperty([file.id('size')]);
    expect(meta.variables).not.toHaveProperty([file.id('ink')]);
    expect(Object.keys(meta.variableCollections)).toHaveLength(3);
    file.apply({ variableCollections: [update('theme', { hiddenFromPublishing: true })] });
    expect(publish(times[1])).toEqual({ variables: {}, variableCollections: {} });
  });

  it('can be used by another file, with what they alias, under their subscribed ids', () => {
    const { file, publish, publication } = library();
    file.apply({
      variables: [update('paper', { hiddenFromPublishing: true })],
      variableModeValues: [value('ink', 'light', alias('paper'))],
    });
    const { variables, variableCollections } = publish(times[0]);
    const inkId = variables[file.id('ink')]!.subscribed_id;
    const user = themeFile({ findRemote: subscribedVariables(publication()) });
    user.apply({
      variableCollections: [create('own', { initialModeId: 'only' })],
      variables: [variable('mine', 'COLOR', 'own')],
      variableModeValues: [value('mine', 'only', alias(inkId))],
    });
    const paperId = publication().marks.get(file.id('paper'))!.subscribedId;
    const collectionId = variableCollections[file.id('theme')]!.subscribed_id;
    expect(user.variable(inkId)).toMatchObject({
      id: inkId,
      remote: true,
      variableCollectionId: collectionId,
      valuesByMode: { [file.id('light')]: alias(paperId) },
    });
    expect(user.variable(paperId)?.remote).toBe(true);
    expect(user.state().aliases.targets.get(inkId)?.has(paperId)).toBe(true);
    expect(user.collection(collectionId)).toMatchObject({ remote: true, name: 'theme' });
    expect(user.collection(collectionId)?.variableIds).toContain(inkId);
    expect(user.refused({ variables: [update(inkId, { name: 'x' })] })[0]).toContain(
      'names a remote variable',
    );
  });
});
