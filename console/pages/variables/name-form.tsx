import { Button } from '../../parts/button.tsx';
import { Form } from '../../parts/form.tsx';
import { TextField } from '../../parts/text-field.tsx';

interface NameFormProps {
  readonly words: string;
  readonly name: string;
  readonly maxLength?: number;
  readonly close: () => void;
  readonly give: (name: string) => unknown;
}

/** One line for a name. */
export const NameForm = ({ words, name, maxLength = 255, close, give }: NameFormProps) => (
  <Form
    words={words}
    action={async ({ name: given = '' }) => {
      give(given.trim());
      close();
    }}
    besides={<Button onPress={close}>Cancel</Button>}
  >
    <TextField
      label="Name"
      name="name"
      defaultValue={name}
      isRequired
      maxLength={maxLength}
      autoFocus
      autoComplete="off"
    />
  </Form>
);

interface QuestionProps {
  readonly words: string;
  readonly kind?: 'main' | 'danger';
  readonly close: () => void;
  readonly act: () => unknown;
  readonly children: string;
}

/** What will be so, and the button that makes it so. */
export const Question = ({ words, kind = 'main', close, act, children }: QuestionProps) => (
  <>
    <p>{children}</p>
    <div className="choices">
      <Button onPress={close}>Cancel</Button>
      <Button
        kind={kind}
        onPress={() => {
          act();
          close();
        }}
      >
        {words}
      </Button>
    </div>
  </>
);
