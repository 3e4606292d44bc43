import { expect, test } from 'vitest';
import { type Ask, tooLargeToRead } from './ask.ts';
import { readVariables } from './used-variables.ts';

test('Who asks for variables of which there are too many is told what answers them: no node further in does', async () => {
  const ask = { call: () => Promise.reject(tooLargeToRead()) } as unknown as Ask;
  await expect(readVariables(ask, 'k1')).rejects.toThrow(
    'The variables of this file are more than is read at once. GET /v1/files/k1/variables/local answers them all.',
  );
});
