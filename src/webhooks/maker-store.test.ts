import { expect, it } from 'vitest';
import type { Caller } from '../access/caller.ts';
import { answeringOf } from './maker-store.ts';

const caller = (user: object, app: object | null) => ({ user, app }) as unknown as Caller;

it('Who makes a webhook answers for it with the app and the plan that they act by', () => {
  expect(answeringOf(caller({ id: '1' }, null))).toEqual({ creatorId: '1', appId: null, planOf: null });
  expect(answeringOf(caller({ id: '1', confinedTo: '900' }, { id: 'app' }))).toEqual({
    creatorId: '1',
    appId: 'app',
    planOf: '900',
  });
});

it('Whom a workspace file names answers for a webhook by themselves', () => {
  const by = caller({ id: '1', confinedTo: '900' }, { id: 'app' });
  expect(answeringOf(by, '2' as Parameters<typeof answeringOf>[1])).toEqual({
    creatorId: '2',
    appId: null,
    planOf: null,
  });
});
