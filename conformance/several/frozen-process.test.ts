import { it } from 'vitest';
import { onOwnServers } from '../harness/engines.ts';
import { frozenProcessSuite } from './frozen-process.suite.ts';
import { letSilenceBeOver } from './servers.ts';

onOwnServers('What a process was doing that is frozen', ({ name, postgres }) => {
  if (postgres === undefined) it.skip(`is done by nobody else on ${name}`, () => undefined);
  else frozenProcessSuite(postgres, letSilenceBeOver);
});
