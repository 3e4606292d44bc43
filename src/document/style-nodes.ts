import { atOnce } from './run-at-once.ts';
import type { Snapshot } from './snapshot.ts';
import type { Entry } from './snapshot-entries.ts';
import { styleValue } from './style-value.ts';

/** What stands for a style of a type: the members of its node beside the value, and the value's own. */
const forms = new Map<unknown, { readonly members: object; readonly property: string }>([
  ['FILL', { members: { type: 'RECTANGLE', effects: [] }, property: 'fills' }],
  ['EFFECT', { members: { type: 'RECTANGLE', fills: [] }, property: 'effects' }],
  [
    'GRID',
    { members: { type: 'FRAME', children: [], clipsContent: true, fills: [] }, property: 'layoutGrids' },
  ],
  [
    'TEXT',
    {
      members: {
        type: 'TEXT',
        characters: 'Ag',
        fills: [],
        effects: [],
        characterStyleOverrides: [],
        styleOverrideTable: {},
        lineTypes: ['NONE'],
        lineIndentations: [0],
      },
      property: 'style',
    },
  ],
]);

const everyForm = {
  scrollBehavior: 'SCROLLS',
  blendMode: 'PASS_THROUGH',
  strokes: [],
  absoluteBoundingBox: { x: 0, y: 0, width: 100, height: 100 },
  constraints: { vertical: 'TOP', horizontal: 'LEFT' },
};

/**
 * Finds the node that stands for a style: clients ask for it by the style's id to learn its value. Documents don't
 * hold it, so it is made of what a node that uses the style shows. Undefined for what is no style in use.
 */
export function styleNodes(snapshot: Snapshot): (id: string) => string | undefined {
  let ids: ReadonlySet<string> | undefined;
  let styles: ReadonlyMap<string, Entry> | undefined;
  return (id) => {
    ids ??= new Set(idsOfStyles(snapshot));
    if (!ids.has(id)) return undefined;
    styles ??= new Map(
      atOnce(snapshot.entries())
        .filter(({ map }) => map === 'styles')
        .map((entry) => [entry.id, entry]),
    );
    const entry = styles.get(id);
    return entry && styleNode(snapshot, entry);
  };
}

/** Most ids that a document lacks are none of these, and need no look at who uses which. */
function* idsOfStyles(snapshot: Snapshot): Generator<string> {
  for (const { map, id } of snapshot.entryTexts()) if (map === 'styles') yield id;
}

function styleNode(snapshot: Snapshot, { id, text, firstUser }: Entry): string | undefined {
  const { name, styleType } = (JSON.parse(text) ?? {}) as { name?: unknown; styleType?: unknown };
  const form = forms.get(styleType);
  const value = firstUser === undefined ? undefined : styleValue(snapshot, id, firstUser);
  if (form === undefined || value === undefined) return undefined;
  const head = JSON.stringify({ id, name: String(name), ...form.members, ...everyForm });
  return `${head.slice(0, -1)},"${form.property}":${value}}`;
}
