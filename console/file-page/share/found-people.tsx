import type { FoundPerson } from '../parts/found-people-query.ts';

interface FoundPeopleProps {
  readonly people: readonly FoundPerson[];
  /** Ids of those who are invited already. */
  readonly invited: ReadonlySet<string>;
  readonly invite: (person: FoundPerson) => void;
  readonly isBusy: boolean;
}

/** People of a name, each with a button. */
export function FoundPeople({ people, invited, invite, isBusy }: FoundPeopleProps) {
  if (people.length === 0)
    return <p className="quiet">Nobody in the organization has a name that begins like this.</p>;
  return (
    <ul className="share-links" aria-label="Found people">
      {people.map((person) => {
        const words = invited.has(person.id) ? 'Change role' : 'Invite';
        return (
          <li key={person.id}>
            <div>
              <strong className="cut" dir="auto">
                {person.handle}
              </strong>
            </div>
            <button
              type="button"
              className="button"
              aria-label={`${words}${invited.has(person.id) ? ' of' : ''} ${person.handle}`}
              disabled={isBusy}
              onClick={() => invite(person)}
            >
              {words}
            </button>
          </li>
        );
      })}
    </ul>
  );
}
