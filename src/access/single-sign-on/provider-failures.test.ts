import * as client from 'openid-client';
import { expect, it } from 'vitest';
import { wordsOf } from './provider-failures.ts';

it('What a provider answers in place of its discovery document is told with its status', async () => {
  const answer = async () => new Response('secret of the page', { status: 404 });
  const discovery = client.discovery(new URL('https://login.example'), 'vitrine', undefined, client.None(), {
    [client.customFetch]: answer,
  });
  const said = wordsOf(await discovery.catch((error: unknown) => error));
  expect(said).toMatch(/\(404\)$/);
  expect(said).not.toContain('secret');
});
