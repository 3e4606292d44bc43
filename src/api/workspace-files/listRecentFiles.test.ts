import { expect, it } from 'vitest';
import { castServer, files, projects } from '../../testing/cast.ts';

const { play } = castServer();
const recent = async (who: Parameters<typeof play>[0], query = '') =>
  (await play(who, `GET /workspace/v1/recent-files${query}`)).json.files as { key: string; name: string }[];

it.each(['admin', 'alice', 'bob', 'carla', 'dan'] as const)(
  'Home shows %s the files of every project that their lists of files show',
  async (who) => {
    const lists = await Promise.all(
      Object.values(projects).map((id) => play(who, `GET /workspace/v1/files?project=${id}`)),
    );
    const keys = lists.flatMap(({ json }) => (json.files ?? []).map(({ key }: { key: string }) => key));
    const shown = await recent(who);
    expect(
      shown
        .map(({ key }) => key)
        .filter((key) => Object.values<string>(files).includes(key))
        .sort(),
    ).toEqual(keys.sort());
  },
);

it('Home finds files by a part of their names, whatever the capitals', async () => {
  const [first] = await recent('alice');
  const name = first?.name ?? '';
  const found = await recent('alice', `?name=${encodeURIComponent(name.slice(1).toUpperCase())}`);
  expect(found.map(({ key }) => key)).toContain(first?.key);
  expect(await recent('alice', '?name=nothing-of-this-name')).toEqual([]);
});

it('Home says where each file lies', async () => {
  const [first] = await recent('alice');
  expect(first).toMatchObject({ team_name: 'Core', project_name: expect.any(String) });
});

it.each(['', 'name=design&'])('Home gives its files page by page, asked for by “%s”', async (given) => {
  const whole = (await recent('alice', `?${given}`)).map(({ key }) => key);
  expect(whole.length).toBeGreaterThan(1);
  const seen: string[] = [];
  for (let cursor: string | undefined = ''; cursor !== undefined; ) {
    const place: string = cursor === '' ? '' : `&cursor=${cursor}`;
    const { json } = await play('alice', `GET /workspace/v1/recent-files?${given}page_size=1${place}`);
    expect(json.files.length).toBeLessThanOrEqual(1);
    seen.push(...json.files.map(({ key }: { key: string }) => key));
    cursor = json.next_cursor;
  }
  expect(seen).toEqual(whole);
});
