import { useBlocker } from '@tanstack/react-router';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import type { Configuring } from './use-configuration.ts';

/** Lets nobody leave by mistake with changes that are not saved; a draft is saved on the way out. @see OAUTH-27 */
export function UnsavedChanges({
  configuring: { isChanged, savesItself, save },
}: {
  configuring: Configuring;
}) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: async () => isChanged && !(savesItself && (await save())),
    enableBeforeUnload: () => isChanged,
    withResolver: true,
  });
  return (
    <Dialog
      title="Leave without saving?"
      isOpen={status === 'blocked'}
      onClose={() => reset?.()}
      role="alertdialog"
    >
      <p>What you changed on this page is lost.</p>
      <div className="choices">
        <Button autoFocus onPress={() => reset?.()}>
          Stay
        </Button>
        <Button kind="danger" onPress={() => proceed?.()}>
          Leave
        </Button>
      </div>
    </Dialog>
  );
}
