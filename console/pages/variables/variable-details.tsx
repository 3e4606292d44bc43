import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { type Scope, scopesOfType } from '../../../src/variables/scopes.ts';
import { platforms, type Variable } from '../../../src/variables/state.ts';
import { Button } from '../../parts/button.tsx';
import { Check, CheckboxGroup } from '../../parts/checkbox-group.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Form } from '../../parts/form.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { changedVariable, deletedVariable } from './edits.ts';
import type { Editing } from './use-editing.ts';

interface DetailsProps {
  readonly file: string;
  readonly variable: Variable;
  readonly editing: Editing;
  readonly mayEdit: boolean;
}

/** A button that opens all of a variable that has no room in a table. */
export function VariableDetails(props: DetailsProps) {
  const { name } = props.variable;
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <button
        type="button"
        className="cell-button"
        aria-label={`More of ${name}`}
        onClick={() => setOpen(true)}
      >
        <svg viewBox="0 0 16 16" aria-hidden="true">
          <path d="M3 8h.01M8 8h.01M13 8h.01" stroke="currentColor" strokeWidth="2.5" strokeLinecap="round" />
        </svg>
      </button>
      {isOpen && (
        <Dialog title={name} isOpen onClose={close}>
          <UsedIn {...props} />
          {props.mayEdit ? (
            <DetailsForm {...props} close={close} />
          ) : (
            <p className="quiet">{props.variable.description}</p>
          )}
        </Dialog>
      )}
    </>
  );
}

/** What is found by the id that the server has. */
const UsedIn = ({ file, variable: { id } }: DetailsProps) =>
  id.includes('new:') ? null : (
    <p>
      <Link to="/search" search={{ file, variable: id } as never}>
        Where it is used
      </Link>
    </p>
  );

const scopeWords = (scope: string): string => {
  const words = scope.toLowerCase().replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

const platformNames = { WEB: 'Web', ANDROID: 'Android', iOS: 'iOS' } as const;

const namesInCode = (given: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    platforms.flatMap((platform) => {
      const name = (given[platform] ?? '').trim();
      return name === '' ? [] : [[platform, name]];
    }),
  );

function DetailsForm({ variable, editing, close }: DetailsProps & { close: () => void }) {
  const [scopes, setScopes] = useState<readonly string[]>(variable.scopes);
  const [isHidden, setHidden] = useState(variable.hiddenFromPublishing);
  const save = async (given: Readonly<Record<string, string>>) => {
    const { name = '', description = '' } = given;
    editing.edit(
      changedVariable(variable, {
        name: name.trim(),
        description,
        codeSyntax: namesInCode(given),
        hiddenFromPublishing: isHidden,
        scopes: scopes as Scope[],
      }),
    );
    close();
  };
  return (
    <Form
      words="Done"
      action={save}
      besides={
        <Button
          kind="danger"
          onPress={() => {
            editing.edit(deletedVariable(variable));
            close();
          }}
        >
          Delete the variable
        </Button>
      }
    >
      <TextField
        label="Name"
        name="name"
        hint="A slash makes a group, as in color/ink."
        defaultValue={variable.name}
        isRequired
        autoComplete="off"
        validate={nameProblem}
      />
      <TextField label="Description" name="description" defaultValue={variable.description} rows={3} />
      {platforms.map((platform) => (
        <TextField
          key={platform}
          label={`Name in code, ${platformNames[platform]}`}
          name={platform}
          defaultValue={variable.codeSyntax[platform] ?? ''}
          autoComplete="off"
        />
      ))}
      <ScopesChoice type={variable.type} value={scopes} onChange={setScopes} />
      <Check label="Hide it from publishing" isSelected={isHidden} onChange={setHidden} />
    </Form>
  );
}

const nameProblem = (name: string): string | undefined =>
  /[.{}]/.test(name) ? 'A name cannot have dots or braces.' : undefined;

interface ScopesChoiceProps {
  readonly type: Variable['type'];
  readonly value: readonly string[];
  readonly onChange: (scopes: readonly string[]) => void;
}

/** Where pickers of an editor offer it. One that is for all takes the others' places, and the other way round. */
function ScopesChoice({ type, value, onChange }: ScopesChoiceProps) {
  const choices = ['ALL_SCOPES', ...scopesOfType[type]].map((id) => ({ id, name: scopeWords(id) }));
  if (choices.length === 1) return null;
  const choose = (chosen: string[]): void => {
    const added = chosen.find((scope) => !value.includes(scope));
    onChange(chosen.filter((scope) => scope === added || added === undefined || fitTogether(added, scope)));
  };
  return <CheckboxGroup label="Offered for" choices={choices} value={value} onChange={choose} />;
}

const isFill = (scope: string): boolean => scope.endsWith('_FILL');

const fitTogether = (one: string, other: string): boolean =>
  one !== 'ALL_SCOPES' &&
  other !== 'ALL_SCOPES' &&
  !(one === 'ALL_FILLS' && isFill(other)) &&
  !(other === 'ALL_FILLS' && isFill(one));
