import { describe, expect, test } from 'vitest';
import { memorySource } from '../document/byte-source.ts';
import { compileSnapshot } from '../document/compile-snapshot.ts';
import { openSnapshot } from '../document/open-snapshot.ts';
import { readRestSource } from '../import/rest/read-rest-source.ts';
import { lookAtPages } from './page-look.ts';

const several = <T>(count: number, make: (place: number) => T): T[] =>
  Array.from({ length: count }, (_, place) => make(place));

const boxAt = (x: number) => ({ x, y: 0, width: 10, height: 10 });
const rectangle = (place: number, more: object = {}) => ({
  id: `1:${place}`,
  type: 'RECTANGLE',
  name: 'R',
  absoluteBoundingBox: boxAt(100 * place),
  absoluteRenderBounds: boxAt(100 * place),
  ...more,
});
const page = (place: number, children: object[] = []) => ({
  id: `0:${place + 1}`,
  type: 'CANVAS',
  name: `Page ${place}`,
  children,
});

/** What a look finds, and after how many steps. */
function lookAt(pages: object[]) {
  const json = JSON.stringify({ document: { id: '0:0', type: 'DOCUMENT', children: pages } });
  const { chunks } = compileSnapshot(readRestSource(Buffer.from(json)));
  const looking = lookAtPages(openSnapshot(memorySource(Buffer.concat(chunks))));
  for (let steps = 0; ; steps += 1) {
    const { done, value } = looking.next();
    if (done) return { steps, pages: [...value.values()] };
  }
}

describe('A look at the pages of a document', () => {
  test('takes a step for each page, also for one with nothing on it', () => {
    const { steps, pages } = lookAt(several(500, page));
    expect(pages.map(({ name, bounds }) => [name, bounds])).toEqual(
      several(500, (place) => [`Page ${place}`, undefined]),
    );
    expect(steps).toBeGreaterThanOrEqual(500);
  });

  test('takes a step for each node on a page', () => {
    const { steps, pages } = lookAt([page(1, several(500, rectangle))]);
    expect(pages[0]?.bounds).toEqual({ left: 0, top: 0, right: 49_910, bottom: 10 });
    expect(steps).toBeGreaterThanOrEqual(500);
  });

  test('finds that what is behind a mask reaches no further than the mask', () => {
    const children = [rectangle(0), rectangle(1, { isMask: true }), rectangle(2)];
    const [look] = lookAt([page(1, children)]).pages;
    expect(look?.bounds).toEqual({ left: 0, top: 0, right: 210, bottom: 10 });
    // A part may reach out of its box by 64 px and a quarter of its size.
    expect(look?.reach).toEqual({ left: -66.5, top: -66.5, right: 176.5, bottom: 76.5 });
    const unknown = rectangle(3, { absoluteRenderBounds: null });
    expect(lookAt([page(1, [...children, unknown])]).pages[0]?.reach).toEqual(look?.reach);
    expect(lookAt([page(1, [unknown, ...children])]).pages[0]?.reach).toBeUndefined();
  });
});
