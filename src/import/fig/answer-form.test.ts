import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type AnsweredNode, nodesBelow } from '../../testing/document-likeness.ts';
import { readFigSource } from '../../testing/fig-source.ts';

const corpus = process.env.VITRINE_CORPUS ?? join(import.meta.dirname, '../../../../shared/data');
const foundBelow = (...patterns: string[]) =>
  existsSync(corpus) ? patterns.flatMap((pattern) => globSync(pattern, { cwd: corpus }).sort()) : [];
const answers = foundBelow('ffa-screens/*/node.json', 'radix-icons/document.json', 'vincegx/*/node.json');
const designs = foundBelow('{fig2sketch,octopus-simple,open-pencil,openfig}/*.{fig,deck}');

type File = AnsweredNode & {
  readonly document?: AnsweredNode;
  readonly nodes?: Readonly<Record<string, { readonly document: AnsweredNode }>>;
};

function answered(path: string): AnsweredNode {
  const file: File = JSON.parse(readFileSync(join(corpus, path), 'utf8').replace(/^\ufeff/, ''));
  return file.document ?? (file.nodes ? Object.values(file.nodes)[0]!.document : file);
}

const imported = (path: string): AnsweredNode =>
  JSON.parse(Buffer.from(readFigSource(readFileSync(join(corpus, path))).document).toString());

/** By type how many nodes there are, and how many of them have each property. */
function formsOf(roots: readonly AnsweredNode[]) {
  const forms = new Map<string, { nodes: number; having: Map<string, number> }>();
  for (const node of roots.flatMap(nodesBelow)) {
    const type = node.type ?? '';
    const form = forms.get(type) ?? { nodes: 0, having: new Map<string, number>() };
    forms.set(type, form);
    form.nodes += 1;
    for (const property of Object.keys(node)) form.having.set(property, (form.having.get(property) ?? 0) + 1);
  }
  return forms;
}

/** What all types may have that the answers at hand were not asked for, whose designs had none of, or that none shows. */
const ofAnyType = new Set([
  'vitrineGlyphs',
  'pluginData',
  'sharedPluginData',
  'preserveRatio',
  'targetAspectRatio',
  'exportSettings',
  'locked',
  'opacity',
  'rotation',
  'boundVariables',
  'componentPropertyReferences',
  'isMaskOutline',
  'layoutAlign',
  'layoutGrow',
  'layoutSizingHorizontal',
  'layoutSizingVertical',
  'layoutPositioning',
]);

/** The same of what lays others out or is drawn with a stroke. */
const ofContainers = new Set([
  'layoutMode',
  'layoutWrap',
  'itemSpacing',
  'primaryAxisAlignItems',
  'counterAxisAlignItems',
  'primaryAxisSizingMode',
  'counterAxisSizingMode',
  'paddingLeft',
  'paddingRight',
  'paddingTop',
  'paddingBottom',
  'cornerRadius',
  'cornerSmoothing',
  'rectangleCornerRadii',
  'strokeDashes',
]);
const containers = ['FRAME', 'COMPONENT', 'INSTANCE'];

/** What every answer at hand has for a reason that designs of the corpus lack: icons laid out on a sheet, one star. */
const ofTheirDesigns: Readonly<Record<string, readonly string[]>> = {
  COMPONENT: [
    'layoutAlign',
    'layoutGrow',
    'layoutSizingHorizontal',
    'layoutSizingVertical',
    'exportSettings',
  ],
  STAR: ['cornerRadius', 'cornerSmoothing'],
};

describe.skipIf(answers.length === 0)(
  'The form of what is made of designs, beside the original’s answers',
  () => {
    const theirs = formsOf(answers.map(answered));
    const ours = formsOf(designs.map(imported));
    const known = [...ours.keys()].filter((type) => theirs.has(type));

    test('there are answers about the types of nodes that designs are mostly made of', () => {
      expect(known).toEqual(
        expect.arrayContaining(['FRAME', 'TEXT', 'VECTOR', 'INSTANCE', 'COMPONENT', 'RECTANGLE', 'GROUP']),
      );
    });

    test.each(known)('%s has no property that such nodes never have', (type) => {
      const mayHave = (property: string) =>
        ofAnyType.has(property) || (containers.includes(type) && ofContainers.has(property));
      const properties = [...ours.get(type)!.having.keys()];
      const never = properties.filter((property) => !theirs.get(type)!.having.has(property));
      expect(never.filter((property) => !mayHave(property))).toEqual([]);
    });

    test.each(known)('%s has each property that such nodes always have', (type) => {
      const { nodes, having } = theirs.get(type)!;
      const always = [...having].filter(([, count]) => count === nodes).map(([property]) => property);
      const form = ours.get(type)!;
      const lacking = always.filter((property) => (form.having.get(property) ?? 0) < form.nodes);
      expect(lacking.filter((property) => !ofTheirDesigns[type]?.includes(property))).toEqual([]);
    });
  },
);
