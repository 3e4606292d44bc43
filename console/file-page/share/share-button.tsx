import { lazy, Suspense, useState } from 'react';
import { Dialog } from '../parts/dialog.tsx';

const ShareDialog = lazy(async () => ({ default: (await import('./share-dialog.tsx')).ShareDialog }));

/** Who may open the file by its link, links and frames to copy, and sites that show it to anyone. */
export function ShareButton() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="button button-main" onClick={() => setOpen(true)}>
        Share
      </button>
      <Dialog title="Share" isOpen={isOpen} close={() => setOpen(false)}>
        <Suspense fallback={<p className="quiet">Loading…</p>}>
          <ShareDialog />
        </Suspense>
      </Dialog>
    </>
  );
}
