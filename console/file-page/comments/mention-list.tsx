import type { Mentions } from './use-mentions.ts';

/** What an option of the list is called in the page, for the field that points at it. */
export const optionId = ({ listId }: Mentions, place: number): string => `${listId}-${place}`;

/** People below the field in which one of them is being mentioned; keys are pressed in the field. */
export function MentionList({ mentions }: { mentions: Mentions }) {
  const { people, listId, place, choose } = mentions;
  if (people.length === 0) return null;
  return (
    <div className="mentions" role="listbox" id={listId} aria-label="People">
      {people.map((person, at) => (
        <div
          key={person.id}
          role="option"
          id={optionId(mentions, at)}
          aria-selected={at === place}
          tabIndex={-1}
          onPointerDown={(event) => {
            // The field keeps the focus.
            event.preventDefault();
            choose(person);
          }}
        >
          <span className="cut" dir="auto">
            {person.handle}
          </span>
        </div>
      ))}
    </div>
  );
}
