import { beforeEach, describe, expect, it } from 'vitest';
import { emojiSkins } from '../../contract/generated/emoji.ts';
import { type Actor, castServer, files, people } from '../../testing/cast.ts';

const { play, server } = castServer();
const comments = `/v1/files/${files.open}/comments`;

let id: string;
beforeEach(async () => {
  id = (await play('alice', `POST ${comments}`, { message: 'Hello' })).json.id;
});

const at = () => `${comments}/${id}/reactions`;
const react = (who: Actor, emoji: unknown) => play(who, `POST ${at()}`, { emoji });
const takeBack = (who: Actor, emoji: string) => play(who, `DELETE ${at()}?emoji=${emoji}`);
const get = (query = '', who: Actor = 'alice') => play(who, `GET ${at()}${query}`);
const emojisOf = (reactions: { emoji: string }[]) => reactions.map(({ emoji }) => emoji);
const emojis = async () => emojisOf((await get()).json.reactions);
const someEmoji = (count: number) =>
  Object.keys(emojiSkins)
    .slice(0, count)
    .map((name) => `:${name}:`);

describe('Reacting to a comment', () => {
  it('is open to all who see the file, once with each emoji', async () => {
    const done = await react('carla', ':heart:');
    expect([done.status, done.json]).toEqual([200, { status: 200, error: false }]);
    await react('carla', '❤️');
    await react('carla', ':thumbsup::skin-tone-3:');
    await react('bob', ':heart:');
    expect((await react('dan', ':heart:')).status).toBe(404);
    const { reactions, pagination } = (await get()).json;
    expect([emojisOf(reactions), pagination]).toEqual([[':heart:', ':+1::skin-tone-3:', ':heart:'], {}]);
    expect(reactions[0]).toEqual({
      user: { id: people.carla, handle: 'Carla', img_url: '' },
      emoji: ':heart:',
      created_at: expect.stringMatching(/Z$/),
    });
    expect((await play('alice', `GET ${comments}`)).json.comments[0].reactions).toEqual(reactions);
  });

  it.each(['', 'a', 'abc', ':nothing:', '🫨', ':shaking_face:', ':heart::skin-tone-2:', 7, undefined])(
    'is refused with %j',
    async (emoji) => {
      const answer = await react('alice', emoji);
      expect([answer.status, answer.json.message]).toEqual([400, expect.stringContaining('emoji')]);
      expect(await emojis()).toEqual([]);
    },
  );

  it('is refused on a comment that does not exist or is of another file', async () => {
    const elsewhere = `/v1/files/${files.viewOnly}/comments/${id}/reactions`;
    for (const path of [elsewhere, `${comments}/nothing/reactions`]) {
      const all = ['GET', 'POST', 'DELETE'].map((method) =>
        method === 'POST'
          ? play('alice', `POST ${path}`, { emoji: ':heart:' })
          : play('alice', `${method} ${path}?emoji=:heart:`),
      );
      expect((await Promise.all(all)).map(({ status }) => status)).toEqual([404, 404, 404]);
    }
  });

  it('twice at once with the same emoji is one reaction', async () => {
    const both = await Promise.all([react('bob', ':heart:'), react('bob', ':heart:')]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(await emojis()).toEqual([':heart:']);
  });
});

describe('Deleting a reaction', () => {
  it('is for the person who left it, by any name of the emoji', async () => {
    await react('carla', ':+1:');
    expect((await takeBack('alice', '%3A%2B1%3A')).status).toBe(404);
    expect((await takeBack('carla', ':heart:')).status).toBe(404);
    expect((await takeBack('carla', 'abc')).status).toBe(400);
    expect((await play('carla', `DELETE ${at()}`)).status).toBe(400);
    expect(await emojis()).toEqual([':+1:']);
    expect((await takeBack('carla', ':+1:')).json).toEqual({ status: 200, error: false });
    expect(await emojis()).toEqual([]);
    await react('carla', ':+1:');
    expect((await takeBack('carla', encodeURIComponent('👍'))).status).toBe(200);
    await react('carla', ':+1:');
    const both = await Promise.all([takeBack('carla', ':thumbsup:'), takeBack('carla', ':thumbsup:')]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 404]);
  });
});

describe('The pages of reactions', () => {
  const page = async (address: string) => {
    const { json } = await play('alice', `GET ${address.replace(server().url, '')}`);
    const { next_page: next, prev_page: previous } = json.pagination;
    return { emojis: emojisOf(json.reactions), next, previous };
  };
  const cursorOf = (address: string) => new URL(address).searchParams.get('cursor') ?? '';

  beforeEach(async () => {
    for (const emoji of someEmoji(45)) await react('bob', emoji);
  });

  it('hold each reaction once, forwards and backwards, by address or by cursor', async () => {
    const first = await page(at());
    const second = await page(first.next);
    const third = await page(`${at()}?cursor=${encodeURIComponent(second.next)}`);
    expect([...first.emojis, ...second.emojis, ...third.emojis]).toEqual(someEmoji(45));
    expect([first.previous, third.next]).toEqual([undefined, undefined]);
    expect([second.next, second.previous]).toEqual([expect.any(String), expect.any(String)]);
    const back = await page(`${at()}?cursor=${cursorOf(third.previous)}`);
    expect(back).toEqual(second);
    expect(await page(back.previous)).toMatchObject({ emojis: first.emojis, previous: undefined });
  });

  it('hold each reaction once while others react and delete reactions', async () => {
    const seen: string[] = [];
    let address = at();
    for (let count = 0; address !== undefined; count += 1) {
      const { emojis, next } = await page(address);
      seen.push(...emojis);
      address = next;
      if (count === 0) await takeBack('bob', encodeURIComponent(someEmoji(1)[0] ?? ''));
      if (count === 1) await react('carla', ':heart:');
    }
    expect(seen).toEqual([...someEmoji(45), ':heart:']);
  });

  it('are the same for everyone who sees the comment, and nobody else', async () => {
    const { next } = await page(at());
    const second = (await get(`?cursor=${cursorOf(next)}`)).json;
    expect((await get(`?cursor=${cursorOf(next)}`, 'carla')).json).toEqual(second);
    expect((await get(`?cursor=${cursorOf(next)}`, 'dan')).status).toBe(404);
  });

  it('refuse a cursor that was changed', async () => {
    const cursor = cursorOf((await page(at())).next);
    const other = (await play('alice', `POST ${comments}`, { message: 'Other' })).json.id;
    expect((await play('alice', `GET ${comments}/${other}/reactions?cursor=${cursor}`)).status).toBe(400);
    for (const bad of ['x', cursor.slice(0, -2), cursor.slice(1), `${at()}`, 'WzEsMl0']) {
      expect([bad, (await get(`?cursor=${bad}`)).status]).toEqual([bad, 400]);
    }
  });
});
