import { isRefusal, type Property, twinDiffers } from './answer-properties.ts';
import { isInsider } from './callers.ts';
import type { StoredState } from './compare-stored-state.ts';
import { KnownThings } from './known-things.ts';
import type { PlannedCall } from './planned-calls.ts';
import type { Prepared } from './prepare-server.ts';
import { requestOf } from './request.ts';
import type { Outgoing, Seen, Send } from './sender.ts';

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
  'updateFile',
  'createFile',
  'createSite',
  'updateSite',
  'updateApp',
  'publishApp',
  'reviewApp',
  'createApp',
  'applyWorkspace',
  'createTestWorkspace',
  'putTeamMember',
  'putProjectMember',
  'postInvitationJoin',
  'postInvitation',
  'createUser',
  'updateUser',
  'putTokenIdentity',
  'resetTestState',
  'createBranch',
  'putBackup',
  'createTeam',
  'createProject',
  'updateProject',
]);

/** Plays calls one after the other on a server as it was prepared. @throws Broken at the first answer that breaks a property */
export async function play(calls: readonly PlannedCall[], stage: Stage): Promise<void> {
  await stage.state?.moveOn();
  const progress: Progress = {
    known: new KnownThings(stage.prepared.made),
    sent: [],
    named: new Set(),
    isOpened: false,
  };
  for (const [turn, call] of calls.entries()) await playOne(call, turn, progress, stage);
}

/** What a sequence has come to. */
interface Progress {
  readonly known: KnownThings;
  readonly sent: Outgoing[];
  /** Things of others that a change was taken with: from then on what is stored may tell of them, as who is invited. */
  readonly named: Set<string>;
  /** Whether something was opened to others. */
  isOpened: boolean;
}

async function playOne(call: PlannedCall, turn: number, progress: Progress, stage: Stage): Promise<void> {
  const { known, sent, named, isOpened } = progress;
  const request = requestOf(call, turn, { ...stage.prepared, known });
  const { operation, caller } = call;
  const hold = (sentence: string | undefined): void => {
    if (sentence !== undefined) throw new Broken(`${operation.id}: ${sentence}`, sent);
  };
  const answer = await sendOne(request.outgoing, call, progress, stage);
  for (const property of stage.properties) hold(property(request, answer, { isOpened, sent }));
  hold(await changedByRefusal(answer, stage.state));
  if (request.twin !== undefined && !isOpened && named.isDisjointFrom(request.unseen)) {
    const twin = await sendOne(request.twin, call, progress, stage);
    hold(twinDiffers(request, answer, twin));
    hold(await changedByRefusal(twin, stage.state));
  }
  if (isInsider(caller)) known.learn(operation.id, answer);
  if (answer.status >= 400) return;
  if (operation.method !== 'GET') for (const id of request.unseen.keys()) named.add(id);
  if (operation.method === 'DELETE') known.forget(lastPart(request.outgoing.path));
  if (openers.has(operation.id)) progress.isOpened = true;
}

async function sendOne(
  outgoing: Outgoing,
  { operation }: PlannedCall,
  { sent }: Progress,
  { send, counted, prepared }: Stage,
): Promise<Seen> {
  sent.push(outgoing);
  const answer = await send(outgoing);
  counted(answer, operation.id);
  if (operation.id === 'replaceAdministratorToken' && answer.status === 200)
    prepared.administratorHas((answer.json as { token: string }).token);
  return answer;
}

async function changedByRefusal(answer: Seen, state: StoredState | undefined): Promise<string | undefined> {
  if (!isRefusal(answer)) return void (await state?.moveOn());
  const changed = (await state?.changes()) ?? [];
  if (changed.length === 0) return undefined;
  return `the refusal (${answer.status}: ${answer.text.slice(0, 200)}) changed ${changed.join(', ')}`;
}

const lastPart = (path: string): string => decodeURIComponent(path.split('?')[0]?.split('/').at(-1) ?? '');
