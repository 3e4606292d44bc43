import type { Party } from '../processes/turns.ts';
import type { RenderOutcome, RenderSource, RenderTask } from './render-task.ts';

/** Nodes of one file that somebody waits for. */
export interface RenderRequest extends RenderSource {
  readonly tasks: readonly RenderTask[];
  readonly party: Party;
  /** The local file with the bytes of an image fill. */
  readonly imagePath: (imageRef: string) => Promise<string | undefined>;
  /** Stands for these bytes; where it is not said, a process asks for the path with every batch. */
  readonly imageName?: ((imageRef: string) => string | undefined) | undefined;
  /** Asked before a task begins: what is refused is left undone. */
  readonly mayBegin?: (place: number) => boolean;
  readonly onOutcome?: (place: number, outcome: RenderOutcome) => void;
  /** What has not begun when this fires is left undone. */
  readonly signal?: AbortSignal | undefined;
}

/** Of all images that are being rendered at the same time: two of the largest. */
const mostMegapixels = 64;
/**
 * A batch is sent as one message, which costs the server as much as several downloads: many small images, or one that is
 * not small. Where there are fewer, all processes are to end with them at about the same time.
 */
const [fewestBatched, mostBatched, shareBatched] = [32, 128, 1 / 4];
const mostBatchedMegapixels = 1;

/** Nodes that lie together in their document are drawn by one process, which keeps small ones for other sizes of them. */
const neighbours = 64;

/** A request in the round. */
export interface Turn {
  readonly request: RenderRequest;
  readonly party: Party;
  /** Places of the tasks that have not begun. */
  waiting: number[];
  /** By place: the number of the process that the task is left to, unless that one is busy. Each time the same. */
  readonly homes: readonly number[];
  readonly outcomes: (RenderOutcome | undefined)[];
  underWay: number;
  readonly finish: () => void;
  readonly fail: (error: unknown) => void;
}

/** What a process is at. */
export interface Batch {
  readonly party: Party;
  readonly megapixels: number;
}

/**
 * Whether somebody's work may begin beside what is under way. Two places more than usual are for a caller and for an
 * organization with nothing under way, so that nobody waits for the end of what others have begun.
 */
export function hasPlace(processes: number, underWay: readonly Batch[], turn: Turn): boolean {
  const { organization, caller } = turn.party;
  const ofOrganization = underWay.filter(({ party }) => party.organization === organization);
  if (ofOrganization.length === 0) return underWay.length < processes + 2;
  const isOfCaller = ofOrganization.some(({ party }) => party.caller === caller);
  return underWay.length < processes + (isOfCaller ? 0 : 1) && hasRoom(underWay, turn);
}

/** Small images always have room. */
function hasRoom(underWay: readonly Batch[], { request, waiting }: Turn): boolean {
  const next = (request.tasks[waiting[0] as number] as RenderTask).megapixels;
  return next <= mostBatchedMegapixels || weightOf(underWay) + next <= mostMegapixels;
}

/** A turn whose tasks are shared out among so many processes. */
export function newTurn(
  request: RenderRequest,
  processes: number,
  ends: Pick<Turn, 'finish' | 'fail'>,
): Turn {
  const { tasks, party } = request;
  const homes = tasks.map(({ nodeIndex }) => Math.floor(nodeIndex / neighbours) % processes);
  const byHome = Object.groupBy(tasks.keys(), (place) => homes[place] as number);
  return {
    request,
    party,
    homes,
    ...ends,
    waiting: Object.values(byHome).flatMap((places = []) => places),
    outcomes: tasks.map(() => undefined),
    underWay: 0,
  };
}

export function finishIfDone(turn: Turn): void {
  if (turn.waiting.length === 0 && turn.underWay === 0) turn.finish();
}

/**
 * Takes the tasks that a process does together off the turn, its own first; none where nothing of it may begin any more.
 */
export function nextBatch(turn: Turn, ofProcess: number): number[] {
  putFirst(turn, ofProcess);
  const { request, waiting } = turn;
  const most = Math.min(mostBatched, Math.max(fewestBatched, Math.ceil(waiting.length * shareBatched)));
  const places: number[] = [];
  let megapixels = 0;
  let seen = 0;
  for (const place of waiting) {
    megapixels += (request.tasks[place] as RenderTask).megapixels;
    if (places.length === most || (places.length > 0 && megapixels > mostBatchedMegapixels)) break;
    seen += 1;
    if (request.mayBegin?.(place) ?? true) places.push(place);
  }
  waiting.splice(0, seen);
  return places;
}

/** Small tasks alone: a large one keeps its place until there is room for it. */
function putFirst(turn: Turn, ofProcess: number): void {
  const { request, waiting, homes } = turn;
  const isSmall = (place: number): boolean =>
    (request.tasks[place] as RenderTask).megapixels <= mostBatchedMegapixels;
  const first = waiting.findIndex((place) => homes[place] === ofProcess && isSmall(place));
  if (first > 0 && isSmall(waiting[0] as number))
    turn.waiting = [...waiting.slice(first), ...waiting.slice(0, first)];
}

export const weightOf = (tasks: readonly { megapixels: number }[]): number =>
  tasks.reduce((sum, { megapixels }) => sum + megapixels, 0);

/** Keeps the outcomes of some tasks of a turn as they come. `left` has the places of those that have none yet. */
export function outcomesOf({ request, outcomes }: Turn, places: readonly number[]) {
  const left = new Set(places);
  const onOutcome = (place: number, outcome: RenderOutcome): void => {
    const asked = places[place] as number;
    outcomes[asked] = outcome;
    left.delete(asked);
    request.onOutcome?.(asked, outcome);
  };
  return { left, onOutcome };
}
