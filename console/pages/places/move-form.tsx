import { Button } from '../../parts/button.tsx';
import { Form } from '../../parts/form.tsx';
import { type Pick, Picker } from '../../parts/picker.tsx';

interface MoveProps {
  /** What it may move to. */
  readonly label: string;
  readonly choices: readonly Pick[];
  readonly move: (to: string) => Promise<unknown>;
  readonly close: () => void;
}

/** Asks where something is to be. */
export function MoveForm({ label, choices, move, close }: MoveProps) {
  const act = async ({ to = '' }: Readonly<Record<string, string>>) => {
    await move(to);
    close();
  };
  return (
    <Form words="Move" action={act} besides={<Button onPress={close}>Cancel</Button>}>
      <Picker label={label} name="to" choices={choices} isRequired autoFocus />
    </Form>
  );
}
