import { activityTypes } from '../../../src/events/activity-types.ts';
import type { Activity } from './activity-query.ts';

/** The name of an event in plain words: `org_user_profile_change` is “Org user profile change”. */
const wordsFor = (type: string): string => {
  const words = type.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

export const wordsOf = ({ action }: Activity): string => wordsFor(String(action.type));

/** What the log is narrowed by: every event that is recorded, with what it means, and all of them. */
export const eventChoices = [
  { id: '', name: 'All events', detail: undefined },
  ...Object.entries(activityTypes).map(([id, { sentence }]) => ({
    id,
    name: wordsFor(id),
    detail: sentence,
  })),
];
