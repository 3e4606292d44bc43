import { beforeAll, expect, it } from 'vitest';
import { fileOf } from './harness/cast.ts';
import { type Answer, clientOf } from './harness/client.ts';
import { onEachEngine, onOwnServers } from './harness/engines.ts';
import { expectError } from './harness/error-checks.ts';
import { exampleFile, smallFile } from './harness/example-file.ts';
import { type OauthWorld, oauthWorld } from './harness/oauth.ts';
import { startServer } from './harness/server.ts';

const hostileName = `</title></h1><script>alert(1)</script>"'><img src=x onerror=alert(1)> ]]> \u200f`;

const files = [
  fileOf('open', exampleFile, { name: 'Landing page', link_access: 'view' }),
  fileOf('closed', exampleFile, { name: 'Secret plan' }),
  fileOf('organization', smallFile('Three'), { name: 'For us', link_access: 'org_view' }),
  fileOf('empty', undefined, { name: 'Empty', link_access: 'edit' }),
  fileOf('hostile', exampleFile, { name: hostileName, link_access: 'view' }),
  fileOf('siteFile', exampleFile, { name: 'Site file', link_access: 'view', editor_type: 'sites' }),
];

const attributeOf = (text: string, pattern: RegExp): string | undefined =>
  pattern.exec(text)?.[1]?.replaceAll('&amp;', '&').replaceAll('&#39;', "'");
const mainOf = ({ text }: Answer) => ({
  fileKey: attributeOf(text, /<main[^>]* data-file-key="([^"]*)"/),
  facts: attributeOf(text, /<main[^>]* data-facts="([^"]*)"/),
  mode: attributeOf(text, /<main[^>]* data-mode="([^"]*)"/),
  page: attributeOf(text, /<main[^>]* data-page="([^"]*)"/),
});
const policyOf = ({ headers }: Answer) => String(headers['content-security-policy']);
const ancestorsOf = (answer: Answer) => /frame-ancestors ([^;]*)/.exec(policyOf(answer))?.[1];
/** Everything but the address that the way to sign in leads back to, and what names the request. */
const shownBy = ({ status, headers, text }: Answer) => {
  const { 'x-request-id': _id, date: _date, etag: _etag, 'content-length': _length, ...rest } = headers;
  return { status, headers: rest, text: text.replace(/next=[^"]*/, '') };
};

onEachEngine('Pages of files', (engine) => {
  let oauth: OauthWorld;
  const key = (file: string) => oauth.world.id(file);
  const open = (path: string) => oauth.call('GET', path);
  /** The page as it looks to somebody who is signed in. */
  const openAs = (who: 'alice' | 'bob' | 'carla' | 'dan' | 'erin', path: string) =>
    oauth.visit(who, `/sign-in?${new URLSearchParams({ next: path })}`);
  const publish = async (file: string, more: object = {}) => {
    const body = { name: 'The shop', file: key(file), ...more };
    const made = await oauth.world.call('POST', '/workspace/v1/sites', { as: 'alice-push', body });
    expect({ status: made.status, text: made.text }).toMatchObject({ status: 200 });
    return made.json as { id: string; url: string; url_path: string };
  };

  beforeAll(async () => {
    oauth = await oauthWorld(engine, [], { files });
  });

  it('show a file whose link is open to anyone, under whatever name and kind', async () => {
    for (const rest of ['', '/', '/Landing-page', '/Old-name', '/100%25', '/%22%3E?node-id=1-1']) {
      for (const kind of ['design', 'file', 'board', 'proto']) {
        const page = await open(`/${kind}/${key('open')}${rest}`);
        expect([rest, page.status, page.headers['content-type']]).toEqual([
          rest,
          200,
          'text/html; charset=utf-8',
        ]);
        expect(mainOf(page)).toEqual({
          fileKey: key('open'),
          facts: `/viewer/v1/files/${key('open')}`,
          mode: 'page',
          page: `${engine.url}/design/${key('open')}/Landing-page`,
        });
      }
    }
    expect((await open(`/site/${key('siteFile')}/Site-file`)).text).toContain('<h1>Site file</h1>');
    expect((await oauth.call('HEAD', `/design/${key('open')}`)).status).toBe(200);
    expect((await oauth.call('POST', `/design/${key('open')}`)).status).toBe(404);
  });

  it('load scripts and styles that exist, and name an address of facts that exists', async () => {
    const page = await open(`/design/${key('open')}`);
    const loaded = [...page.text.matchAll(/<(?:script|link)[^>]* (?:src|href)="(\/assets\/[^"]+)"/g)];
    expect(loaded.length).toBeGreaterThanOrEqual(2);
    for (const [, path = ''] of loaded) expect([path, (await open(path)).status]).toEqual([path, 200]);
    expect((await open(mainOf(page).facts ?? '')).json).toMatchObject({ name: 'Landing page' });
    expect(page.text).not.toMatch(/<script(?![^>]* src=)|<style| style=| on\w+=/);
  });

  it('show a closed file to people who may read it, once they have signed in, and to nobody else', async () => {
    const path = `/design/${key('closed')}/Secret-plan`;
    const seen = async (who: Parameters<typeof openAs>[0]) => (await openAs(who, path)).status;
    expect([await seen('alice'), await seen('bob'), await seen('carla')]).toEqual([200, 200, 200]);
    expect([await seen('erin'), await seen('dan')]).toEqual([404, 404]);
    expect((await openAs('erin', `/design/${key('organization')}`)).status).toBe(200);
    const page = await openAs('carla', path);
    // Its script makes all of it: layers, what is known of each, and the viewer's canvas.
    expect(page.text).toContain('<div id="console"></div>');
    expect(page.text).not.toContain('Secret plan');
    expect(page.text).not.toMatch(/oembed|og:/);
    expect(page.headers['cache-control']).toBe('no-store');
  });

  it('answer alike for what does not exist and what may not be seen, and say how to sign in', async () => {
    const missing = await open('/design/nothingHasThisKey/Secret-plan');
    expect([missing.status, missing.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
    expect(missing.text).toContain(
      `href="/sign-in?next=${encodeURIComponent('/design/nothingHasThisKey/Secret-plan')}"`,
    );
    for (const path of [
      `/design/${key('closed')}`,
      `/file/${key('organization')}/x`,
      '/site/nothing',
      '/design/a/b/c/d',
    ])
      expect(shownBy(await open(path))).toEqual(shownBy(missing));
    const forbidden = await openAs('dan', `/design/${key('closed')}`);
    expect([forbidden.status, forbidden.text.includes('sign-in')]).toEqual([404, false]);
    expect(policyOf(missing)).toContain("default-src 'none'");
  });

  it('say what is wrong with an address, to browsers in a page and to others in JSON', async () => {
    const call = clientOf(engine);
    for (const path of [`/design/${key('open')}/100%`, `/design/${key('open')}?a=%00`, '/files/%']) {
      const page = await call('GET', path, { headers: { accept: 'text/html,*/*' } });
      expect([path, page.status, page.headers['content-type']]).toEqual([
        path,
        400,
        'text/html; charset=utf-8',
      ]);
      expect(page.headers['content-security-policy']).toContain("default-src 'none'");
      expectError(await call('GET', path), 400);
    }
  });

  it('forbid frames, and load nothing from other origins', async () => {
    const page = await open(`/design/${key('open')}`);
    expect([ancestorsOf(page), page.headers['x-frame-options']]).toEqual(["'none'", 'DENY']);
    for (const part of ["default-src 'none'", "script-src 'self'", "style-src 'self'", "base-uri 'none'"])
      expect(policyOf(page)).toContain(part);
    expect(policyOf(page)).not.toMatch(/unsafe|\*/);
  });

  it('[EMB-15] have a form for frames, for anyone or for nobody, whoever is signed in', async () => {
    const html = (await oauth.world.get(`/v1/oembed?url=${engine.url}/design/${key('open')}`)).json.html;
    const src = new URL(attributeOf(html, / src="([^"]*)"/) ?? '');
    const page = await open(src.pathname + src.search);
    expect([page.status, mainOf(page).mode, ancestorsOf(page)]).toEqual([200, 'embed', '*']);
    expect(page.headers['x-frame-options']).toBeUndefined();
    expect(mainOf(page).page).toBe(`${engine.url}/design/${key('open')}/Landing-page`);
    const browser = await openAs('alice', `/embed/design/${key('closed')}`);
    const [closed, missing] = [`/embed/design/${key('closed')}`, '/embed/design/nothingHasThisKey'];
    expect([browser.status, (await open(closed)).status]).toEqual([404, 404]);
    expect(shownBy(await open(closed))).toEqual(shownBy(await open(missing)));
    expect(ancestorsOf(await open(missing))).toBe('*');
    expect((await open(missing)).text).not.toContain('sign-in');
  });

  it('show published sites, and hide those that are not public', async () => {
    const site = await publish('closed');
    const page = await open(site.url_path);
    expect([page.status, mainOf(page)]).toEqual([
      200,
      { fileKey: key('closed'), facts: `/viewer/v1/sites/${site.id}`, mode: 'site', page: site.url },
    ]);
    expect(page.text).toContain('<title>The shop</title>');
    expect(page.text).not.toContain('Secret plan');
    expect(page.text).not.toContain('noindex');
    expect((await open(mainOf(page).facts ?? '')).json).toMatchObject({ name: 'The shop' });
    const embedded = await open(`/embed${site.url_path}`);
    expect([embedded.status, mainOf(embedded).mode, ancestorsOf(embedded)]).toEqual([200, 'embed', '*']);
    const hidden = await publish('open', { public: false });
    for (const path of [hidden.url_path, `/embed${hidden.url_path}`, `/viewer/v1/sites/${hidden.id}`])
      expect((await open(path)).status).toBe(404);
    expect((await open(`/design/${key('closed')}`)).status).toBe(404);
  });

  it('[EMB-02, EMB-10] link to their oEmbed and canonical address, and to a preview image', async () => {
    const site = await publish('closed');
    for (const path of [`/file/${key('open')}`, site.url_path]) {
      const page = await open(path);
      const canonical = attributeOf(page.text, /<link rel="canonical" href="([^"]*)">/);
      const found = attributeOf(
        page.text,
        /<link rel="alternate" type="application\/json\+oembed" href="([^"]*)"/,
      );
      const oembed = new URL(found ?? '');
      expect(oembed.origin + oembed.pathname).toBe(`${engine.url}/v1/oembed`);
      const answer = (await oauth.world.get(oembed.pathname + oembed.search)).json;
      expect(answer.url).toBe(canonical);
      expect(attributeOf(page.text, /<meta property="og:image" content="([^"]*)">/)).toBe(
        answer.thumbnail_url,
      );
      expect(attributeOf(page.text, /<noscript><img src="([^"]*)"/)).toBe(answer.thumbnail_url);
    }
    expect((await open(`/design/${key('empty')}`)).text).not.toMatch(/og:image|<img/);
  });

  it('hold the name of a file as text, whatever it contains', async () => {
    for (const path of [`/design/${key('hostile')}`, `/embed/design/${key('hostile')}/x`]) {
      const { status, text } = await open(path);
      expect([status, text.match(/<script/g)?.length, text.match(/<h1>/g)?.length]).toEqual([200, 1, 1]);
      expect(text).toContain('&lt;/title&gt;&lt;/h1&gt;&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&gt;');
    }
  });

  it('refuse addresses that are not addresses of files', async () => {
    for (const path of [
      '/design/',
      `/design/${'x'.repeat(64 * 1024)}`,
      '/design/..%2f..%2fetc',
      '/embed/site/',
    ])
      expect([path.slice(0, 40), (await open(path)).status]).toEqual([path.slice(0, 40), 404]);
    expect((await open('/site/%E0%A4%A')).status).toBe(400);
    for (const path of ['/design', '/embed', '/embed/x'])
      expect((await open(path)).headers['content-type']).toMatch('application/json');
  });
});

onOwnServers('Where files may be embedded', ({ postgres }) => {
  it.each([
    ['none', "'none'"],
    [
      'https://wiki.example.com, https://*.example.org',
      "'self' https://wiki.example.com https://*.example.org",
    ],
  ])('is what the setting says: %s', async (setting, ancestors) => {
    const server = await startServer({
      postgres,
      env: { VITRINE_EMBED_ANCESTORS: setting, VITRINE_WEB_URL: 'https://designs.example.com/pages' },
    });
    try {
      const oauth = await oauthWorld(server, [], { files });
      const page = await oauth.call('GET', `/pages/embed/design/${oauth.world.id('open')}/x`);
      expect([page.status, ancestorsOf(page)]).toEqual([200, ancestors]);
      expect(mainOf(page)).toMatchObject({
        facts: `/pages/viewer/v1/files/${oauth.world.id('open')}`,
        page: `https://designs.example.com/pages/design/${oauth.world.id('open')}/Landing-page`,
      });
      const facts = await oauth.call('GET', mainOf(page).facts ?? '');
      expect([facts.status, facts.headers['access-control-allow-origin']]).toEqual([200, undefined]);
      const missing = await oauth.call('GET', '/pages/embed/design/nothing');
      expect([missing.status, ancestorsOf(missing)]).toEqual([404, ancestors]);
    } finally {
      await server.stop();
      await server.installation.remove();
    }
  });

  it.each([
    '',
    'example.com',
    'https://a.example/path',
    "'self'",
    '*, none',
    'https://a.example; script-src *',
  ])('is a list of origins and nothing else: %j', async (setting) => {
    const started = startServer({ postgres, env: { VITRINE_EMBED_ANCESTORS: setting } });
    await expect(started).rejects.toThrow(/VITRINE_EMBED_ANCESTORS/);
  });
});
