import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { sentenceOf } from '../api/refusals.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Notice } from './notice.tsx';

interface ConfirmProps {
  /** Words of the button that asks, as `Revoke`. */
  readonly words: string;
  /** What the button is read as where its words are those of many, as `Revoke Release notes`. */
  readonly label?: string;
  /** As a button of its own, not one in a row of a table. */
  readonly kind?: 'plain' | 'outlined' | 'danger';
  /** The question. */
  readonly title: string;
  /** What will be so afterwards. */
  readonly children: ReactNode;
  readonly action: () => Promise<unknown>;
}

/** A button for what cannot be taken back: it asks first, does it, and says what went wrong. */
export function ConfirmButton({ words, label, kind = 'plain', title, children, action }: ConfirmProps) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  const run = useMutation({ mutationFn: action, onSuccess: close });
  const open = () => {
    run.reset();
    setOpen(true);
  };
  return (
    <>
      <Button {...(kind === 'outlined' ? {} : { kind })} aria-label={label ?? words} onPress={open}>
        {words}
      </Button>
      <Dialog title={title} isOpen={isOpen} onClose={close} role="alertdialog">
        <p>{children}</p>
        {run.isError && <Notice kind="wrong">{sentenceOf(run.error)}</Notice>}
        <div className="choices">
          <Button autoFocus onPress={close}>
            Cancel
          </Button>
          <Button kind="danger" isPending={run.isPending} onPress={() => run.mutate()}>
            {words}
          </Button>
        </div>
      </Dialog>
    </>
  );
}
