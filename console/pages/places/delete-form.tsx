import { useState } from 'react';
import { Misfit, ServerRefusal } from '../../api/refusals.ts';
import { Button } from '../../parts/button.tsx';
import { Form } from '../../parts/form.tsx';
import { Notice } from '../../parts/notice.tsx';
import { TextField } from '../../parts/text-field.tsx';

interface DeleteProps {
  readonly name: string;
  /** What will be so afterwards. */
  readonly words: string;
  readonly remove: (withContents: boolean) => Promise<unknown>;
  readonly close: () => void;
}

/**
 * Asks before something is deleted. Where it holds something, the server says what, and its name has to be written
 * before that goes with it.
 */
export function DeleteForm({ name, words, remove, close }: DeleteProps) {
  const [held, setHeld] = useState<string>();
  const act = async ({ written = '' }: Readonly<Record<string, string>>) => {
    if (held !== undefined && written.trim() !== name) throw new Misfit('written', 'This is not its name.');
    try {
      await remove(held !== undefined);
    } catch (error) {
      const holds = heldIn(error);
      if (holds === undefined) throw error;
      setHeld(holds);
      return;
    }
    close();
  };
  return (
    <Form
      words={held === undefined ? 'Delete' : 'Delete it all'}
      kind="danger"
      action={act}
      besides={<Button onPress={close}>Cancel</Button>}
    >
      <p>{words}</p>
      {held !== undefined && (
        <>
          <Notice kind="wrong">{held}</Notice>
          <TextField
            label={`Write “${name}” to delete it with all of that`}
            name="written"
            isRequired
            autoFocus
            autoComplete="off"
          />
        </>
      )}
    </Form>
  );
}

/** What the place holds, of a refusal that is for that reason. */
function heldIn(error: unknown): string | undefined {
  if (!(error instanceof ServerRefusal) || error.status !== 409) return undefined;
  return /^(.* holds .*\.) Say "with_contents=true"/.exec(error.message)?.[1];
}
