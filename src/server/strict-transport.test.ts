import { expect, test } from 'vitest';
import { startTestServer } from '../testing/test-server.ts';

test.each([
  [{}, undefined],
  [{ baseUrl: 'https://localhost:7400' }, undefined],
  [{ baseUrl: 'https://design.example.com' }, 'max-age=31536000'],
  [{ baseUrl: 'https://design.example.com/design-api' }, 'max-age=31536000'],
])('browsers are told to come by HTTPS alone except to the own machine: %j', async (settings, expected) => {
  const server = await startTestServer({ settings });
  try {
    for (const path of ['/design-api/healthz', '/healthz', '/nothing'])
      expect((await server.call(path)).headers['strict-transport-security']).toBe(expected);
  } finally {
    await server.close();
  }
});
