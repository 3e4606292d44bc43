import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type AnsweredNode, likenessOf, shareText } from '../../testing/document-likeness.ts';
import { readFigSource } from '../../testing/fig-source.ts';

const corpus = process.env.VITRINE_CORPUS ?? join(import.meta.dirname, '../../../../shared/data');
const folder = join(corpus, 'octopus-simple');

/** What the original's tool saved of one design: its whole answer, and single frames with their geometry. */
type Events = readonly {
  readonly event: string;
  readonly data: {
    readonly design?: { readonly document: AnsweredNode } & Readonly<Record<string, unknown>>;
    readonly node?: { readonly document: AnsweredNode };
  };
}[];

/** What answers of today have and those of 2022 had not, or what no answer shows; outlines stand where they are asked for. */
const newer =
  /^\S+ (vitrineGlyphs|interactions|complexStrokeProperties|cornerSmoothing|rotation|style\.fontStyle|fillGeometry|strokeGeometry|relativeTransform|size)$/;

describe.skipIf(!existsSync(folder))('A design and the original’s own answer about it', () => {
  test.each(['simple-shapes', 'simple-text'])('are alike in each id and each property: %s', (name) => {
    const events: Events = JSON.parse(readFileSync(join(folder, `${name}.rest-events.json`), 'utf8'));
    const source = readFigSource(readFileSync(join(folder, `${name}.fig`)));
    const own: AnsweredNode = JSON.parse(Buffer.from(source.document).toString());
    const answers = events.flatMap(({ event, data: { design, node } }) => {
      const document = (design ?? node)?.document;
      return document === undefined ? [] : [{ event, document }];
    });
    expect(answers).toHaveLength(2);
    for (const { event, document } of answers) {
      const { ids, properties, styles, exact, misses, more } = likenessOf(document, own);
      console.info(
        `${name}, ${event}: ids ${shareText(ids)}; properties ${shareText(properties)}, ` +
          `text styles ${shareText(styles)}, to the last bit ${shareText(exact)}; misses: ${misses.join('; ') || 'none'}`,
      );
      expect(misses).toEqual([]);
      expect(more.filter((place) => !newer.test(place))).toEqual([]);
    }
  });

  test.each(['simple-shapes', 'simple-text'])('have the same name, maps and kind: %s', (name) => {
    const events: Events = JSON.parse(readFileSync(join(folder, `${name}.rest-events.json`), 'utf8'));
    const { design } = events.find(({ event }) => event === 'ready:design')!.data;
    const { fields, components, componentSets, styles } = readFigSource(
      readFileSync(join(folder, `${name}.fig`)),
    );
    const keys = (map: readonly { readonly key: string }[]) => map.map(({ key }) => key);
    expect({
      ...fields,
      components: keys(components),
      sets: keys(componentSets),
      styles: keys(styles),
    }).toMatchObject({
      name: design!.name,
      editorType: design!.editorType,
      components: Object.keys(design!.components as object),
      sets: Object.keys(design!.componentSets as object),
      styles: Object.keys(design!.styles as object),
    });
  });
});
