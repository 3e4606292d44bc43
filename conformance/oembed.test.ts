import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cast, fileOf } from './harness/cast.ts';
import { hasChromium, openChromium, withoutChromium } from './harness/chromium.ts';
import type { Answer } from './harness/client.ts';
import { anyEngine, onEachEngine, onOwnServers } from './harness/engines.ts';
import { expectError } from './harness/error-checks.ts';
import { exampleFile, smallFile } from './harness/example-file.ts';
import { rich } from './harness/oembed-schema.ts';
import { startServer } from './harness/server.ts';
import { createWorld, type World } from './harness/world.ts';

const path = (url: string, query = '') => `/v1/oembed?url=${encodeURIComponent(url)}${query}`;
const embed = (world: World, url: string, query = '') => world.get(path(url, query));
/** Address of a file as people copy it. */
const pageOf = (web: string, key: string, kind = 'design') => `${web}/${kind}/${key}/Some-name`;

/** Whatever of a name could end an attribute, a script or a CDATA section, and more. */
const hostileName = `"><script>alert(1)</script>'&amp; ]]> --> \u200f &#0; 😀`;

const worldOf = (engine: Parameters<typeof createWorld>[0]) =>
  createWorld(
    engine,
    cast({
      files: [
        fileOf('open', exampleFile, { name: 'Landing  page', link_access: 'view' }),
        fileOf('edited', smallFile('Two'), { link_access: 'edit' }),
        fileOf('closed', exampleFile, { name: 'Secret plan' }),
        fileOf('organization', smallFile('Three'), { link_access: 'org_view' }),
        fileOf('organizationEdit', smallFile('Three'), { link_access: 'org_edit' }),
        fileOf('empty', undefined, { link_access: 'view' }),
        fileOf('board', exampleFile, { link_access: 'view', editor_type: 'figjam', name: 'Board' }),
        fileOf('hostile', smallFile('Four'), { link_access: 'view', name: hostileName }),
        fileOf('branched', exampleFile, {
          link_access: 'view',
          name: 'Main',
          branches: [{ key: 'idea', name: 'Idea', source: exampleFile }],
        }),
      ],
      tokens: {
        alice: [
          { name: 'meta', token: 'meta-only', scopes: ['file_metadata:read'] },
          { name: 'content', token: 'content-only', scopes: ['file_content:read', 'files:read'] },
        ],
      },
    }),
  );

/** Publishes a file of the world as a site at a path of its own. */
async function publish(world: World, file: string, more: object = {}): Promise<{ id: string; url: string }> {
  const body = { name: 'The shop', file: world.id(file), ...more };
  const made = await world.call('POST', '/workspace/v1/sites', { as: 'alice-push', body });
  expect({ status: made.status, text: made.text }).toMatchObject({ status: 200 });
  return made.json;
}

onEachEngine('oEmbed', (engine) => {
  let world: World;
  let site: { id: string; url: string };
  const page = (file: string, kind?: string) => pageOf(engine.url, world.id(file), kind);
  const get = (file: string, query?: string) => embed(world, page(file), query);

  beforeAll(async () => {
    world = await worldOf(engine);
    site = await publish(world, 'closed');
  });

  it('[EMB-01] answers 200 to the scope file_metadata:read and 403 to another', async () => {
    expect((await world.get(path(page('open')), 'meta-only')).status).toBe(200);
    expectError(await world.get(path(page('open')), 'content-only'), 403, /Invalid scope/);
    expectError(await world.get(path(page('open')), null), 403, /No token/);
  });

  it('[EMB-02] accepts the address of a file and of a published site, and requires one', async () => {
    expect((await get('open')).json).toMatchObject({ title: 'Landing  page', key: world.id('open') });
    expect((await embed(world, site.url)).json).toMatchObject({ title: 'The shop' });
    expectError(await world.get('/v1/oembed'), 400, /url/);
    expectError(await world.get('/v1/oembed?url='), 400, /url/);
  });

  it('[EMB-03, EMB-04, EMB-13, LIM-21] is 800 × 450 px and may be cached for 3600 s by default', async () => {
    expect((await get('open')).json).toMatchObject({ width: 800, height: 450, cache_age: 3600 });
    // Each of the two bounds it where the other one is wider.
    for (const given of ['&maxwidth=&maxheight=', '&maxwidth=1600', '&maxheight=900'])
      expect((await get('open', given)).json).toMatchObject({ width: 800, height: 450 });
  });

  it.each([
    [400, 900, 400, 225],
    [1600, 450, 800, 450],
    [1600, 900, 1600, 900],
    [1000, 333, 592, 333],
    [333, 1000, 333, 187],
    [1, 1, 1, 1],
    [9_007_199_254_740_991, 450, 800, 450],
  ])('[EMB-05] keeps 16:9 within %i × %i px', async (maxWidth, maxHeight, width, height) => {
    const { json } = await get('open', `&maxwidth=${maxWidth}&maxheight=${maxHeight}`);
    expect(json).toMatchObject({ width, height });
  });

  it('[EMB-06, EMB-07, EMB-12] is rich, of version 1.0, and says where it comes from', async () => {
    const own = { version: '1.0', type: 'rich', provider_url: engine.url };
    for (const answer of [await get('open'), await embed(world, site.url)])
      expect(answer.json).toMatchObject(own);
  });

  it('[EMB-08, EMB-09, EMB-16] has the name of a file and its key, of a site its name and that it is one', async () => {
    const file = (await get('open')).json;
    expect(file).toMatchObject({ title: 'Landing  page', key: world.id('open') });
    expect(Object.keys(file)).not.toContain('is_published_site');
    const shop = (await embed(world, site.url)).json;
    expect(shop).toMatchObject({ title: 'The shop', is_published_site: true });
    expect(Object.keys(shop)).not.toContain('key');
  });

  it('[EMB-10] has one canonical address, however the address was pasted', async () => {
    const key = world.id('open');
    const canonical = `${engine.url}/design/${key}/Landing-page`;
    const { host } = new URL(engine.url);
    const sloppy = [
      `/design/${key}`,
      `/design/${key}/`,
      `/file/${key}/Old-name?type=design&node-id=1-2&t=abc#fragment`,
      `/proto/${key}/x?page-id=0%3A1`,
      `/board/${key}`,
      `/embed/design/${key}/x`,
      `/design/${key}/100%`,
      `/design/${key}/${encodeURIComponent('Größe/😀')}`,
    ].map((rest) => engine.url + rest);
    for (const url of [
      ...sloppy,
      `  ${canonical} `,
      `http://${host}/design/${key}`,
      canonical
        .toUpperCase()
        .replace(canonical.toUpperCase().slice(engine.url.length), canonical.slice(engine.url.length)),
    ]) {
      const answer = await embed(world, url);
      expect({ url, status: answer.status, canonical: answer.json.url }).toEqual({
        url,
        status: 200,
        canonical,
      });
    }
    expect((await embed(world, `${site.url}/?x=1#y`)).json.url).toBe(site.url);
    expect((await get('board')).json.url).toBe(`${engine.url}/board/${world.id('board')}/Board`);
  });

  it('shows a branch of a file that is open to anyone by its own address', async () => {
    const [main, idea] = [world.id('branched'), world.id('idea')];
    for (const url of [`/design/${idea}/Idea`, `/design/${main}/branch/${idea}/Idea`])
      expect((await embed(world, engine.url + url)).json).toMatchObject({ key: idea, title: 'Idea' });
  });

  it('[EMB-11] names one provider of files and another of sites', async () => {
    const names = async (...urls: string[]) =>
      Promise.all(urls.map(async (url) => (await embed(world, url)).json.provider_name));
    const [file, other, shop] = await names(page('open'), page('edited'), site.url);
    expect([file, other, shop]).toEqual(['Vitrine', 'Vitrine', 'Vitrine Sites']);
  });

  it('[EMB-14] counts in whole px', async () => {
    const { json } = await get('open', '&maxwidth=777&maxheight=777');
    for (const name of ['width', 'height', 'thumbnail_width', 'thumbnail_height', 'cache_age'])
      expect([name, Number.isInteger(json[name])]).toEqual([name, true]);
  });

  it('[EMB-17] names the folder that a file is in; a site, which is in none, has no such name', async () => {
    expect((await get('open')).json.folder_name).toBe('App');
    expect(Object.keys((await embed(world, site.url)).json)).not.toContain('folder_name');
  });

  it('[EMB-18, EMB-19] has the address and the real size of a thumbnail, or nothing of one', async () => {
    for (const { json } of [await get('open'), await embed(world, site.url)]) {
      const { pathname, search } = new URL(json.thumbnail_url);
      const picture = await world.call('GET', pathname + search, { as: null });
      expect([picture.status, picture.headers['content-type']]).toEqual([200, 'image/png']);
      const size = [picture.bytes.readUInt32BE(16), picture.bytes.readUInt32BE(20)];
      expect([json.thumbnail_width, json.thumbnail_height]).toEqual(size);
    }
    for (const file of ['empty', 'edited']) {
      const names = Object.keys((await get(file)).json);
      expect(names.filter((name) => name.startsWith('thumbnail'))).toEqual([]);
    }
  });

  it('[EMB-24] has no thumbnail that is larger than the caller has room for', async () => {
    const { thumbnail_width: width, thumbnail_height: height } = (await get('open')).json;
    for (const [wide, high, isThere] of [
      [width, height, true],
      [width - 1, height, false],
      [width, height - 1, false],
    ]) {
      const { json } = await get('open', `&maxwidth=${wide}&maxheight=${high}`);
      const names = Object.keys(json).filter((name) => name.startsWith('thumbnail'));
      expect([wide, high, names.length]).toEqual([wide, high, isThere ? 3 : 0]);
    }
  });

  it('[EMB-20] answers 400 to anything but an address of a file or site of this server', async () => {
    const key = world.id('open');
    const { hostname, port, host } = new URL(engine.url);
    const wrong = [
      `https://example.com/design/${key}/x`,
      `https://${hostname}:${Number(port) + 1}/design/${key}/x`,
      `https://${host}.example.com/design/${key}`,
      `https://someone@${host}/design/${key}`,
      `https://${host}@example.com/design/${key}`,
      ...['', '/', '/design', '/design/', `/settings/${key}`, `/v1/files/${key}`, `/design/${key}/a/b`].map(
        (rest) => engine.url + rest,
      ),
      `${engine.url}/design/..%2f${key}`,
      `/design/${key}/x`,
      `//${host}/design/${key}`,
      'javascript:alert(1)',
      `data:text/html,<p>`,
      `ftp://${host}/design/${key}`,
      'x',
      ' ',
      '0',
      '[object Object]',
      `file:///design/${key}`,
      `${engine.url}/design/${key}/${'x'.repeat(64 * 1024)}`,
      'h'.repeat(64 * 1024),
    ];
    for (const url of wrong) {
      const answer = await embed(world, url);
      expect({ url: url.slice(0, 80), status: answer.status }).toEqual({
        url: url.slice(0, 80),
        status: 400,
      });
      expectError(answer, 400, /url/);
    }
  });

  it.each(['maxwidth', 'maxheight'])('[EMB-20] answers 400 to a %s that is not a size', async (name) => {
    for (const value of [
      '0',
      '-1',
      'abc',
      '1.5',
      '1e3',
      '0x10',
      'NaN',
      'Infinity',
      '99999999999999999999',
      '٣',
    ])
      expectError(await get('open', `&${name}=${encodeURIComponent(value)}`), 400, new RegExp(name));
    expectError(await get('open', `&${name}=400&${name}=500`), 400, new RegExp(name), /2 times/);
    expectError(await get('open', `&url=${encodeURIComponent(page('open'))}`), 400, /url/, /2 times/);
  });

  it('[EMB-21] answers 404 for what does not exist or is not open to anyone, also to its owner', async () => {
    const missing = await embed(world, pageOf(engine.url, 'nothingHasThisKey'));
    expectError(missing, 404, /not found/i);
    for (const file of ['closed', 'organization', 'organizationEdit'])
      expect((await get(file)).json).toEqual(missing.json);
    for (const file of ['open', 'edited']) expect((await get(file)).status).toBe(200);
    expectError(await embed(world, `${engine.url}/site/nothing-is-here`), 404, /not found/i);
    const hidden = await publish(world, 'closed', { public: false });
    expectError(await embed(world, hidden.url), 404, /not found/i);
  });

  it('no longer shows a file whose link was closed', async () => {
    const patch = (link_access: string) =>
      world.call('PATCH', `/workspace/v1/files/${world.id('board')}`, {
        as: 'alice-push',
        body: { link_access },
      });
    await patch('inherit');
    expectError(await get('board'), 404);
    await patch('view');
    expect((await get('board')).status).toBe(200);
  });

  it('[EMB-23, ERR-11] answers 501 to a form other than JSON', async () => {
    expect((await get('open', '&format=json')).status).toBe(200);
    for (const format of ['xml', 'yaml', 'JSON', '%00x'.slice(3)])
      expectError(await get('open', `&format=${format}`), 501, /json/);
  });

  it('[EMB-24] answers as the specification of oEmbed 1.0 says of rich content', async () => {
    const isRich = new Ajv2020({ allErrors: true }).compile(rich);
    const answers: Answer[] = [await embed(world, site.url)];
    for (const file of ['open', 'edited', 'empty', 'board', 'hostile']) answers.push(await get(file));
    for (const answer of answers) {
      expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
      expect(isRich(answer.json) || isRich.errors).toBe(true);
    }
  });
});

describe.skipIf(!hasChromium)(`The markup of oEmbed${withoutChromium}`, () => {
  let browser: Browser;
  let close: () => Promise<void>;
  let tab: Page;
  let world: World;
  let url: string;

  beforeAll(async () => {
    const engine = anyEngine();
    url = engine.url;
    world = await worldOf(engine);
    ({ browser, close } = await openChromium(engine));
    tab = await browser.newPage();
  });
  afterAll(() => close?.());

  it('[EMB-15] is one frame of that size that leads to the file and may fill the screen', async () => {
    const { json } = await embed(world, pageOf(url, world.id('open')), '&maxwidth=640&maxheight=640');
    expect(await parsed(tab, json.html)).toEqual({
      elements: ['IFRAME'],
      text: '',
      attributes: expect.objectContaining({
        width: '640',
        height: '360',
        allowfullscreen: 'true',
        title: 'Landing  page',
        src: `${url}/embed/design/${world.id('open')}/Landing-page`,
      }),
    });
    expect([json.width, json.height]).toEqual([640, 360]);
  });

  it('leads to the node that the address names, and ignores the rest of it', async () => {
    const key = world.id('open');
    const srcOf = async (query: string) => {
      const { json } = await embed(world, `${pageOf(url, key)}?${query}`);
      return (await parsed(tab, json.html)).attributes.src;
    };
    expect(await srcOf('node-id=1-2&t=x')).toBe(`${url}/embed/design/${key}/Landing-page?node-id=1-2`);
    expect(await srcOf('node-id=I1%3A7%3B2%3A2')).toMatch(/\?node-id=I1-7%3B2-2$/);
    for (const node of ['"><script>', 'x'.repeat(300), '', '1 2'])
      expect(await srcOf(`node-id=${encodeURIComponent(node)}`)).toBe(
        `${url}/embed/design/${key}/Landing-page`,
      );
  });

  it('shows the prototype in the frame where its address is asked for, from the node that this names', async () => {
    const key = world.id('open');
    const srcOf = async (query: string) => {
      const { json } = await embed(world, `${url}/proto/${key}/Any${query}`);
      expect(json.url).toBe(`${url}/design/${key}/Landing-page`);
      return (await parsed(tab, json.html)).attributes.src;
    };
    const frame = `${url}/embed/proto/${key}/Landing-page`;
    expect(await srcOf('')).toBe(frame);
    expect(await srcOf('?node-id=1-2&starting-point-node-id=3-4')).toBe(`${frame}?node-id=1-2`);
    expect(await srcOf('?starting-point-node-id=3-4')).toBe(`${frame}?node-id=3-4`);
  });

  it('[EMB-15] is well-formed and does nothing else, whatever a file is called', async () => {
    const { json } = await embed(world, pageOf(url, world.id('hostile')));
    expect(json.title).toBe(hostileName);
    const { elements, text, attributes } = await parsed(tab, json.html);
    expect([elements, text]).toEqual([['IFRAME'], '']);
    expect(attributes.title).toBe(hostileName);
    expect(attributes.src).toMatch(new RegExp(`^${url}/embed/design/${world.id('hostile')}/[^/"<>]+$`));
  });
});

/** What a browser makes of markup. */
interface Parsed {
  readonly elements: string[];
  readonly text: string;
  readonly attributes: Record<string, string>;
}

/** Reads markup as HTML and, which takes nothing amiss, as XML; scripts are not run. */
const parse = `(markup) => {
  const xml = new DOMParser().parseFromString(markup, 'application/xml');
  if (xml.querySelector('parsererror') !== null) throw new Error(xml.documentElement.textContent);
  const { body } = new DOMParser().parseFromString(markup, 'text/html');
  return {
    elements: [...body.querySelectorAll('*')].map(({ tagName }) => tagName),
    text: body.textContent,
    attributes: Object.fromEntries([...body.firstElementChild.attributes].map(({ name, value }) => [name, value])),
  };
}`;

const parsed = (tab: Page, markup: string): Promise<Parsed> =>
  tab.evaluate(`(${parse})(${JSON.stringify(markup)})`);

onOwnServers('The settings of oEmbed', ({ postgres }) => {
  it('set the hosts of files, the address of pages and the name of the provider', async () => {
    const server = await startServer({
      postgres,
      env: {
        VITRINE_WEB_URL: 'https://designs.example.com/pages',
        VITRINE_WEB_HOSTS: 'www.example.net, old.example.net:8443',
        VITRINE_PROVIDER_NAME: 'Acme Designs',
        VITRINE_SITE_PROVIDER_NAME: 'Acme Sites',
      },
    });
    try {
      const world = await worldOf(server);
      const key = world.id('open');
      const site = await publish(world, 'closed');
      const web = 'https://designs.example.com/pages';
      const answer = await embed(world, `https://www.example.net/file/${key}/Old`);
      expect(answer.json).toMatchObject({
        url: `${web}/design/${key}/Landing-page`,
        provider_name: 'Acme Designs',
        provider_url: web,
        html: expect.stringContaining(`src="${web}/embed/design/${key}/Landing-page"`),
      });
      expect((await embed(world, site.url)).json).toMatchObject({
        provider_name: 'Acme Sites',
        url: site.url,
      });
      for (const url of [`${web}/design/${key}`, `https://old.example.net:8443/design/${key}`])
        expect((await embed(world, url)).status).toBe(200);
      for (const url of [
        `https://old.example.net/design/${key}`,
        `https://designs.example.com/design/${key}`,
      ])
        expectError(await embed(world, url), 400);
    } finally {
      await server.stop();
      await server.installation.remove();
    }
  });
});
