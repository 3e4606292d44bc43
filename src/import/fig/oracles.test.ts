import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type AnsweredNode, nodesBelow } from '../../testing/document-likeness.ts';
import { documentWith, figDesign, guid, nodeOf, type Value } from '../../testing/fig-files.ts';
import { readFigSource } from '../../testing/fig-source.ts';

const corpus = process.env.VITRINE_CORPUS ?? join(import.meta.dirname, '../../../../shared/data');
const folder = join(corpus, 'open-pencil/figma-oracles');
// biome-ignore lint/suspicious/noExplicitAny: what the editor's own scripts reported, in forms of theirs
const reported = (name: string): any => JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8'));

function imported(more: { readonly [name: string]: Value }): AnsweredNode {
  const { document } = readFigSource(figDesign(documentWith(nodeOf('FRAME', 5, 1, more))));
  return nodesBelow(JSON.parse(Buffer.from(document).toString())).find(({ id }) => id === '1:5')!;
}

/** Without what only the editor's scripts tell. */
const withoutBindings = ({ boundVariables, ...rest }: Record<string, unknown>) => rest;

describe.skipIf(!existsSync(folder))(
  'What the editor itself reports of a property is what is answered',
  () => {
    test('kinds of masks', () => {
      const stored: Readonly<Record<string, string>> = { VECTOR: 'OUTLINE' };
      for (const { isMask, maskType } of reported('masks').masks)
        expect(imported({ mask: true, maskType: stored[maskType] ?? maskType })).toMatchObject({
          isMask,
          maskType,
        });
    });

    test('layout grids and export settings', () => {
      const { layoutGrids, exportSettings } = reported('raw-metadata').frame;
      const [grid] = layoutGrids;
      const own = imported({
        layoutGrids: [
          {
            type: 'MIN',
            axis: 'X',
            visible: true,
            pattern: 'STRIPES',
            color: grid.color,
            numSections: 4,
            offset: 16,
            sectionSize: 48,
            gutterSize: 16,
          },
        ],
        exportSettings: [
          { suffix: '@2x', imageType: 'PNG', constraint: { type: 'CONTENT_SCALE', value: 2 } },
        ],
      });
      expect(own.layoutGrids).toEqual([withoutBindings(grid)]);
      const [{ format, suffix, constraint }] = exportSettings;
      expect(own.exportSettings).toEqual([{ format, suffix, constraint }]);
    });

    test('pattern paints', () => {
      const [fill] = reported('pattern-noise-custom-paints').pattern.target.fills;
      const paint = {
        type: 'PATTERN',
        sourceNodeId: guid(2259, 296_784),
        patternTileType: 'RECTANGULAR',
        scale: 1,
        patternSpacing: fill.spacing,
        horizontalAlignment: 'CENTER',
        verticalAlignment: 'CENTER',
      };
      const { visible, opacity, ...rest } = fill;
      expect(imported({ fillPaints: [paint] }).fills).toEqual([rest]);
    });

    test('decoration of text, where its kind is answered and the rest is told', () => {
      const { ranges, characters } = reported('rich-text-decoration');
      expect(ranges[0]).toMatchObject({ textDecoration: 'UNDERLINE', textDecorationStyle: 'WAVY' });
      const text = nodeOf('TEXT', 5, 1, {
        textData: { characters },
        textDecoration: 'UNDERLINE',
        textDecorationStyle: 'WAVY',
      });
      const { document, warnings } = readFigSource(figDesign(documentWith(text)));
      expect(Buffer.from(document).toString()).toContain('"textDecoration":"UNDERLINE"');
      expect(warnings).toEqual([
        { node: '1:5', reason: 'The property textDecorationStyle has no place in answers and is left out.' },
      ]);
    });
  },
);
