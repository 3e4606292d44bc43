import { afterEach, expect, it, vi } from 'vitest';

afterEach(() => {
  vi.restoreAllMocks();
});

/** What is said at the end of a step that took long. */
async function saidOf(result: unknown): Promise<string> {
  const { withProgress } = await import(String(new URL('./progress.mjs', import.meta.url)));
  let said = '';
  vi.spyOn(performance, 'now').mockReturnValueOnce(0).mockReturnValue(60_000);
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    said += text;
    return true;
  });
  await withProgress('Installing', async () => result);
  return said;
}

it.each([
  [undefined, 'done in'],
  [{ code: 0 }, 'done in'],
  [{ code: 1 }, 'failed after'],
])('a step that ends with %j is said to be %s', async (result, words) => {
  expect(await saidOf(result)).toContain(`Installing: ${words} 60 s\n`);
});
