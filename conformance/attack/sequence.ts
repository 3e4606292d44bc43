import { isInsider } from './callers.ts';
import { type Property, twinDiffers } from './judge.ts';
import { Known } from './known.ts';
import type { PlannedCall } from './plan.ts';
import type { Prepared } from './prepare.ts';
import { requestOf } from './request.ts';
import type { Outgoing, Seen, Send } from './sender.ts';
import type { StoredState } from './stored-state.ts';
import { Watch } from './watch.ts';

/** A property does not hold; carries what was sent until then. */
export class Broken extends Error {
  readonly sent: readonly Outgoing[];
  constructor(sentence: string, sent: readonly Outgoing[]) {
    super(sentence);
    this.name = 'Broken';
    this.sent = sent;
  }
}

/** Where sequences are played. */
export interface Stage {
  readonly prepared: Prepared;
  readonly send: Send;
  /** Undefined for a server that is only known by its address. */
  readonly state: StoredState | undefined;
  readonly properties: readonly Property[];
  readonly counted: (answer: Seen, operation: string) => void;
}

/** What opens a thing to others, if it is taken: from then on those outside may see more than at the start. */
const openers = new Set([
  ...[
    'updateFile',
    'createFile',
    'createSite',
    'updateSite',
    'updateApp',
    'publishApp',
    'reviewApp',
    'createApp',
  ],
  ...[
    'applyWorkspace',
    'createTestWorkspace',
    'putTeamMember',
    'putProjectMember',
    'postInvitationJoin',
    'postInvitation',
  ],
  ...[
    'createUser',
    'updateUser',
    'putTokenIdentity',
    'resetTestState',
    'createBranch',
    'putBackup',
    'createTeam',
    'createProject',
  ],
]);

/** Plays calls one after the other on a server as it was prepared. @throws Broken at the first answer that breaks a property */
export async function play(calls: readonly PlannedCall[], stage: Stage): Promise<void> {
  const known = new Known(stage.prepared.made);
  const sent: Outgoing[] = [];
  let isOpened = false;
  const watch = stage.state === undefined ? undefined : await Watch.over(stage.state);
  for (const [turn, call] of calls.entries()) {
    const request = requestOf(call, turn, { known, credentials: stage.prepared.credentials });
    sent.push(request.outgoing);
    const broken = (sentence: string) => new Broken(`${call.operation.id}: ${sentence}`, sent);
    const answer = await stage.send(request.outgoing);
    stage.counted(answer, call.operation.id);
    for (const property of stage.properties) {
      const sentence = property(request, answer, { isOpened, sent });
      if (sentence !== undefined) throw broken(sentence);
    }
    const changed = await watch?.changesAfter(answer);
    if (changed !== undefined)
      throw broken(`the refusal (${answer.status}: ${answer.text.slice(0, 200)}) changed ${changed}`);
    if (isInsider(call.caller)) known.learn(call.operation.id, answer);
    if (call.operation.method === 'DELETE' && answer.status < 300)
      known.forget(lastPart(request.outgoing.path));
    if (request.twin !== undefined && !isOpened) {
      const twin = await stage.send(request.twin);
      stage.counted(twin, call.operation.id);
      sent.push(request.twin);
      const difference = twinDiffers(request, answer, twin);
      if (difference !== undefined) throw broken(difference);
      await watch?.changesAfter(undefined);
    }
    if (answer.status < 400 && openers.has(call.operation.id)) isOpened = true;
  }
}

const lastPart = (path: string): string => decodeURIComponent(path.split('?')[0]?.split('/').at(-1) ?? '');
