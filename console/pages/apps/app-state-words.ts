import type { App } from './app-queries.ts';

export interface StateWords {
  readonly name: string;
  /** How it is shown: `waits` for a reviewer, `back` with who made it. */
  readonly kind: 'draft' | 'live' | 'waits' | 'back';
  readonly sentence: string;
}

const names = { draft: 'Draft', private: 'Private', public: 'Public' } as const;
const sentBack = 'The reviewer sent it back. Mend what they say and submit it again.';

/** Where an app stands, in words. @see OAUTH-16 */
export function stateWords({ state, review, team }: Pick<App, 'state' | 'review' | 'team'>): StateWords {
  const users = usersOf(state, team);
  if (review === 'none') {
    return { name: names[state], kind: state === 'draft' ? 'draft' : 'live', sentence: users };
  }
  const [kind, outcome] =
    review === 'pending' ? (['waits', 'in review'] as const) : (['back', 'sent back'] as const);
  const what = state === 'public' ? 'changes ' : '';
  const name = state === 'draft' ? capital(outcome) : `${names[state]}, ${what}${outcome}`;
  return { name, kind, sentence: `${review === 'pending' ? waiting(state) : sentBack} ${users}` };
}

const waiting = (state: App['state']): string =>
  state === 'public'
    ? 'What you changed waits for its review; until then people have what was approved.'
    : 'It waits for its review. A change takes it back, and you submit it again.';

function usersOf(state: App['state'], team: string | null): string {
  if (state === 'public') return 'Everybody can use it.';
  const place = team === null ? 'organization' : 'team';
  if (state === 'private') return `The people of its ${place} can use it.`;
  return 'Only its maker and administrators can try it.';
}

const capital = (words: string): string => `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;
