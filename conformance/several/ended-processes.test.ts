import { it } from 'vitest';
import { onOwnServers } from '../harness/engines.ts';
import { endedProcessesSuite } from './ended-processes.suite.ts';
import { letSilenceBeOver } from './servers.ts';

onOwnServers('What a process was sending', ({ name, postgres }) => {
  if (postgres === undefined) it.skip(`is sent by nobody else on ${name}`, () => undefined);
  else endedProcessesSuite(postgres, letSilenceBeOver);
});
