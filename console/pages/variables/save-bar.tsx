import { Button } from '../../parts/button.tsx';
import type { Editing } from './use-editing.ts';

/** What was done and is not saved, to be taken back or saved. It stays in sight. */
export function SaveBar({ editing }: { editing: Editing }) {
  const { count, mayUndo, mayRedo, isSaving, undo, redo, discard, save } = editing;
  if (!mayUndo && !mayRedo) return null;
  return (
    <section className="save-bar" aria-label="What is not saved">
      <span role="status">{isSaving ? 'Saving…' : countText(count)}</span>
      <Button isDisabled={!mayUndo || isSaving} onPress={undo}>
        Undo
      </Button>
      <Button isDisabled={!mayRedo || isSaving} onPress={redo}>
        Redo
      </Button>
      <Button isDisabled={isSaving} onPress={discard}>
        Discard
      </Button>
      <Button kind="main" isDisabled={count === 0} isPending={isSaving} onPress={save}>
        Save
      </Button>
    </section>
  );
}

function countText(count: number): string {
  if (count === 0) return 'Nothing differs from what is on the server.';
  return count === 1 ? 'One change is not saved.' : `${count.toLocaleString('en')} changes are not saved.`;
}
