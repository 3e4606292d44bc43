import { Button } from '../../parts/button.tsx';
import { Form } from '../../parts/form.tsx';
import { TextField } from '../../parts/text-field.tsx';

interface RenameProps {
  readonly name: string;
  readonly save: (name: string) => Promise<unknown>;
  readonly close: () => void;
}

/** Asks what something is to be called. */
export function RenameForm({ name, save, close }: RenameProps) {
  const act = async ({ name: next = '' }: Readonly<Record<string, string>>) => {
    if (next.trim() !== name) await save(next.trim());
    close();
  };
  return (
    <Form words="Rename" action={act} besides={<Button onPress={close}>Cancel</Button>}>
      <TextField
        label="Name"
        name="name"
        defaultValue={name}
        isRequired
        maxLength={255}
        autoFocus
        autoComplete="off"
      />
    </Form>
  );
}
