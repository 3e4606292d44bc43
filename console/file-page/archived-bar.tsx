import { useMutation } from '@tanstack/react-query';
import { archivedWords, bringBackArchived } from '../api/archived.ts';
import { sentenceOf } from '../api/refusals.ts';
import { useRoom } from './room.ts';

/** Says of an archived file that it is, and brings it back for who may. */
export function ArchivedBar() {
  const { facts, askSoon } = useRoom();
  const { archived } = facts;
  const back = useMutation({ mutationFn: bringBackArchived, onSuccess: askSoon });
  if (archived === undefined) return null;
  return (
    <div className="old-version" role="status">
      <span>{back.isError ? sentenceOf(back.error) : archivedWords(archived)}</span>
      {archived.may_bring_back && archived.id !== undefined && (
        <button
          type="button"
          className="quiet-button"
          disabled={back.isPending}
          onClick={() => back.mutate(archived)}
        >
          Bring back
        </button>
      )}
    </div>
  );
}
