import type { Activity } from './activity-query.ts';

/** The name of an event in plain words: `org_user_profile_change` is “Org user profile change”. */
export function wordsOf({ action }: Activity): string {
  const words = String(action.type).replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
