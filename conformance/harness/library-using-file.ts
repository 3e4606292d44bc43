import { keyOf } from './library-file.ts';

interface Uses {
  readonly icons?: number;
  /** Of the icons, how many of the last ones are frames that were instances once. */
  readonly detached?: number;
  readonly inks?: number;
  /** Nodes bound to a variable of the library. */
  readonly bound?: { readonly variableId: string; readonly count: number };
}

const frame = (id: string, more: object) => ({
  id,
  name: `Node ${id}`,
  type: 'FRAME',
  children: [],
  fills: [],
  blendMode: 'PASS_THROUGH',
  absoluteBoundingBox: { x: 0, y: 0, width: 10, height: 10 },
  ...more,
});
const times = (count: number, make: (number: number) => object): object[] =>
  Array.from({ length: count }, (_, number) => make(number));

/** The content of a file that uses the library: instances of its icon, frames with its ink, bound frames. */
export function usingContent({ icons = 0, detached = 0, inks = 0, bound }: Uses): object {
  const inside = (number: number) =>
    frame(`I1:${number};1:9`, {
      styles: { fill: '2:1' },
      type: 'INSTANCE',
      componentId: '9:1',
      overrides: [],
    });
  const instances = times(icons, (number) => {
    const instance = { type: 'INSTANCE', componentId: '9:1', overrides: [], children: [inside(number)] };
    return frame(`1:${number}`, number < icons - detached ? instance : {});
  });
  const inked = times(inks, (number) => frame(`2:1${number}`, { styles: { fill: '2:1' } }));
  const opacity = { type: 'VARIABLE_ALIAS', id: bound?.variableId };
  const boundNodes = times(bound?.count ?? 0, (number) =>
    frame(`3:${number}`, { boundVariables: { opacity } }),
  );
  const children = [...instances, ...inked, ...boundNodes];
  const page = { id: '0:1', name: 'Page 1', type: 'CANVAS', backgroundColor: {}, children };
  const said = (name: string) => ({ key: keyOf(name), name, description: '', remote: true });
  return {
    name: 'Uses',
    document: { id: '0:0', name: 'Document', type: 'DOCUMENT', children: [page] },
    components: { '9:1': { ...said('Icon'), documentationLinks: [] } },
    componentSets: {},
    schemaVersion: 0,
    styles: { '2:1': { ...said('Ink'), styleType: 'FILL' } },
  };
}
