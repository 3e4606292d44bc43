import { afterAll, describe, expect, it } from 'vitest';
import { type ConsoleWindow, expectAccessible, keepWholePicture, type Look, looks } from './console.ts';

/** A page of the console, by the name of its picture. */
export interface LookedAtPage<Person> {
  readonly name: string;
  readonly path: () => string;
  readonly person: Person;
  /** The answer to such a path is a 404, of which browsers complain. */
  readonly isAbsent?: boolean;
}

const loadedIn: ReadonlySet<Look> = new Set(['light', 'phone']);

/**
 * Holds pages, in each look, to the rules of accessibility and to their own policy. Each page is loaded wide
 * and narrow, and changes into the other looks as it stands; a person keeps one window for all, since a new one
 * costs several times what a page does.
 */
export function describeAccessiblePages<Person>(
  pages: readonly LookedAtPage<Person>[],
  open: (path: string, person: Person) => Promise<ConsoleWindow>,
): void {
  const windows = new Map<Person, Promise<ConsoleWindow>>();
  const windowOf = ({ path, person }: LookedAtPage<Person>): Promise<ConsoleWindow> => {
    const window = windows.get(person) ?? open(path(), person);
    windows.set(person, window);
    return window;
  };
  afterAll(async () => {
    for (const window of windows.values()) await (await window).context.close();
  });

  describe.each(pages)('$name', (page) => {
    it.each(Object.keys(looks) as Look[])(
      'breaks no rule of accessibility and none of its own policy: %s',
      async (look) => {
        const window = await windowOf(page);
        const seen = window.complaints.length;
        await window.look(look);
        if (loadedIn.has(look)) {
          await window.goto(page.path());
          await window.page.waitForLoadState('networkidle');
        }
        await expectAccessible(window.page);
        await keepWholePicture(window.page, `console-${page.name}-${look}`);
        expect(window.complaints.slice(seen).filter(() => !page.isAbsent)).toEqual([]);
      },
    );
  });
}
