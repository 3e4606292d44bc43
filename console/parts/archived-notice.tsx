import { type Archived, archivedWords, bringBackArchived } from '../api/archived.ts';
import { queries } from '../api/queries.ts';
import { ActionButton } from './action-button.tsx';
import { Notice } from './notice.tsx';

/** Says of an archived file that it is, and brings it back for who may. */
export const ArchivedNotice = ({ archived }: { archived: Archived | undefined }) =>
  archived !== undefined && (
    <Notice kind="plain">
      {archivedWords(archived)}{' '}
      {archived.may_bring_back && archived.id !== undefined && (
        <ActionButton
          words="Bring back"
          action={async () => {
            await bringBackArchived(archived);
            await queries.invalidateQueries();
          }}
        />
      )}
    </Notice>
  );
