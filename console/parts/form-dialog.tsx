import { type ReactNode, useState } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Form } from './form.tsx';

interface FormDialogProps {
  /** Words of the button that opens it. */
  readonly words: string;
  /** What the button is read as where its words are those of many. */
  readonly label?: string;
  readonly kind?: 'main' | 'plain';
  readonly title: string;
  /** Words of the button that sends it; else those of the first. */
  readonly send?: string;
  readonly action: (values: Readonly<Record<string, string>>) => Promise<unknown>;
  readonly children: ReactNode;
}

/** A button that opens a short form; it closes when what it asked for is done. */
export function FormDialog({ words, label, kind, title, send = words, action, children }: FormDialogProps) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  const act = async (values: Readonly<Record<string, string>>) => {
    await action(values);
    close();
  };
  return (
    <>
      <Button
        {...(kind === undefined ? {} : { kind })}
        {...(label === undefined ? {} : { 'aria-label': label })}
        onPress={() => setOpen(true)}
      >
        {words}
      </Button>
      <Dialog title={title} isOpen={isOpen} onClose={close}>
        <Form words={send} action={act} besides={<Button onPress={close}>Cancel</Button>}>
          {children}
        </Form>
      </Dialog>
    </>
  );
}
