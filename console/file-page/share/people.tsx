import { useInfiniteQuery } from '@tanstack/react-query';
import { sentenceOf } from '../../api/refusals.ts';
import { useRoom } from '../room.ts';
import { Invite } from './invite.tsx';
import { type PersonOfFile, peopleOfFileQuery, reasonOf } from './people-of-file.ts';

const roleNames: Readonly<Record<PersonOfFile['role'], string>> = {
  owner: 'Owner',
  editor: 'Editor',
  viewer: 'Viewer',
};

/** Who may open the file beside those who come by its link, why, and inviting somebody to its project. */
export function People() {
  const { file, facts } = useRoom();
  const list = useInfiniteQuery(peopleOfFileQuery(file));
  const people = list.data?.pages.flatMap((page) => page.people) ?? [];
  const mayInvite = list.data?.pages[0]?.may_invite === true;
  return (
    <section aria-labelledby="share-people">
      <h3 id="share-people">People</h3>
      {list.isPending && <p className="quiet">Loading…</p>}
      {list.error !== null && <p className="quiet">{sentenceOf(list.error)}</p>}
      {people.length > 0 && (
        <ul className="share-links" aria-labelledby="share-people">
          {people.map((person) => (
            <li key={person.id}>
              <div>
                <strong className="cut" dir="auto">
                  {person.handle}
                </strong>
                <span className="quiet">{reasonOf(person)}</span>
              </div>
              <span>{roleNames[person.role]}</span>
            </li>
          ))}
        </ul>
      )}
      {list.hasNextPage && (
        <button type="button" className="button" onClick={() => void list.fetchNextPage()}>
          Show more people
        </button>
      )}
      {mayInvite && facts.place !== undefined && (
        <Invite project={facts.place.project} projectName={facts.place.project_name} present={people} />
      )}
    </section>
  );
}
