import { expect, it } from 'vitest';
import { onEachEngine } from './harness/engines.ts';
import { create, remove, themeFile, update, value, variable } from './harness/variables-file.ts';

const writers = 20;
const numbers = Array.from({ length: writers }, (_, number) => number);

onEachEngine('Twenty writers on one file', (engine) => {
  it('each see the whole of the changes before theirs', async () => {
    const { file, ids } = await themeFile(engine);
    const body = (writer: number) => ({
      variableCollections: [create(`c${writer}`, { initialModeId: 'first' })],
      variableModes: [create('second', { variableCollectionId: `c${writer}` })],
      variables: [variable('v', 'FLOAT', `c${writer}`), variable(`w${writer}`, 'FLOAT', ids.theme)],
      variableModeValues: [
        value('v', 'first', writer),
        value('v', 'second', writer),
        value(ids.size, ids.light, writer),
        value(ids.gap, ids.dark, writer),
      ],
    });
    const made = await Promise.all(numbers.map((writer) => file.change(body(writer))));
    const real = made.flatMap((one) => Object.values(one));
    expect(new Set(real).size).toBe(real.length);
    const { variables, variableCollections } = await file.local();
    const last = variables[ids.size ?? ''].valuesByMode[ids.light ?? ''];
    expect(numbers).toContain(last);
    expect(variables[ids.gap ?? ''].valuesByMode[ids.dark ?? '']).toBe(last);
    expect(variableCollections[ids.theme ?? ''].variableIds.length).toBe(6 + writers);
    for (const [writer, one] of made.entries()) {
      expect(variableCollections[one[`c${writer}`] ?? '']).toMatchObject({
        name: `c${writer}`,
        variableIds: [one.v],
      });
      expect(Object.values(variables[one.v ?? ''].valuesByMode)).toEqual([writer, writer]);
    }
    const order = Object.values<{ name: string }>(variableCollections).map(({ name }) => name);
    const sameOrder = variableCollections[ids.theme ?? ''].variableIds.slice(6);
    expect(sameOrder.map((id: string) => variables[id].name.replace('w', 'c'))).toEqual(order.slice(1));
    expect(order.at(-1)).toBe(`c${last}`);
  });

  it('with changes that exclude each other succeed once, and the others are refused', async () => {
    const { file, ids } = await themeFile(engine);
    const renamed = await Promise.all(
      numbers.map((writer) =>
        file.post({ variables: [variable(`v${writer}`, 'FLOAT', ids.theme, { name: 'same' })] }),
      ),
    );
    expect(renamed.map(({ status }) => status).sort()).toEqual([200, ...Array(writers - 1).fill(400)]);
    const deleted = await Promise.all(numbers.map(() => file.post({ variables: [remove(ids.size)] })));
    expect(deleted.map(({ status }) => status).sort()).toEqual([200, ...Array(writers - 1).fill(400)]);
    const { variableIds } = (await file.local()).variableCollections[ids.theme ?? ''];
    expect(variableIds.length).toBe(6);
  });

  it('write, publish and push content at once, and no change is lost', async () => {
    const { file, ids } = await themeFile(engine);
    const page = { id: '0:1', name: 'Page', type: 'CANVAS', children: [] };
    const content = {
      document: { id: '0:0', name: 'Document', type: 'DOCUMENT', children: [page] },
      components: {},
      componentSets: {},
      styles: {},
    };
    await Promise.all([
      ...numbers.map((writer) => file.change({ variables: [update(ids.size, { name: `size ${writer}` })] })),
      ...numbers.slice(0, 4).map(() => file.publish()),
      ...numbers.slice(0, 4).map(() => file.push(content)),
    ]);
    const { name } = (await file.local()).variables[ids.size ?? ''];
    expect(name).toMatch(/^size \d+$/);
    await file.publish();
    expect((await file.published()).variables[ids.size ?? ''].name).toBe(name);
  });
});
