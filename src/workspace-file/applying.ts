import { administratorCaller } from '../access/administrator-caller.ts';
import { findAdministrator } from '../access/caller-store.ts';
import { type Change, inChange } from '../change.ts';
import type { Context } from '../context.ts';
import { ApiError, badRequest } from '../errors.ts';
import type { ApplyReport } from './apply-report.ts';

/** A workspace file on its way in: the change that brings all of it, and what came of it so far. */
export interface Applying {
  readonly change: Change;
  readonly report: ApplyReport;
}

/** Why what a workspace file brings is not counted. */
export const brought = 'A workspace file says what there is, and is the administrator’s.';

/** What an entry is called: in the report by kind and id, in a refusal by a title such as `The team "Core"`. */
export interface EntryName {
  readonly kind: string;
  readonly id: string;
  readonly title: string;
}

interface Brought<Wanted extends object> {
  /** What is there of it; undefined where it is not. */
  readonly present: Wanted | undefined;
  /** A member that is undefined is left as it is. */
  readonly wanted: { readonly [Name in keyof Wanted]?: Wanted[Name] | undefined };
  readonly create: () => Promise<unknown>;
  readonly change: (changes: Partial<Wanted>, present: Wanted) => Promise<unknown>;
}

/**
 * Makes the change of a workspace file: the installation's administrator makes it, so that the rules of every noun
 * hold for what it brings, and nobody is told, since a state that comes from outside is no event.
 */
export async function inApplying<T>(context: Context, work: (change: Change) => Promise<T>): Promise<T> {
  const by = administratorCaller(await findAdministrator(context.database));
  return inChange(context, by, work, { isTold: false });
}

/**
 * Brings one thing to what an entry says: makes it, changes only what differs, or leaves it; and counts which.
 * @throws ApiError 400 that names the entry
 */
export async function bring<Wanted extends object>(
  { report }: Pick<Applying, 'report'>,
  { kind, id, title }: EntryName,
  { present, wanted, create, change }: Brought<Wanted>,
): Promise<void> {
  if (present === undefined) {
    await ofEntry(title, create);
    report.created.push({ kind, id });
    return;
  }
  const changes = differing(present, wanted);
  if (changes === undefined) {
    report.unchanged += 1;
    return;
  }
  await ofEntry(title, () => change(changes, present));
  report.updated.push({ kind, id });
}

/**
 * Says of a writer's refusal which entry it is about.
 * @throws ApiError 400
 */
export async function ofEntry<T>(title: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const isRefusal = error instanceof ApiError && error.status < 500;
    throw isRefusal ? badRequest(`${title}: ${error.message}`) : error;
  }
}

/** What of the wanted is otherwise in what is there; undefined where nothing is. */
function differing<Wanted extends object>(present: Wanted, wanted: object): Partial<Wanted> | undefined {
  const members = Object.entries(wanted).filter(
    ([name, value]) => value !== undefined && value !== present[name as keyof Wanted],
  );
  return members.length === 0 ? undefined : (Object.fromEntries(members) as Partial<Wanted>);
}
