import { type ReactNode, useState } from 'react';
import {
  Button,
  ComboBox,
  FieldError,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  Text,
} from 'react-aria-components';
import './field.css';
import './popover.css';

export interface Pick {
  readonly id: string;
  readonly name: string;
  /** What tells those apart who are called alike, as an e-mail address; it is searched too. */
  readonly detail?: string | undefined;
}

interface PickerProps {
  readonly label: string;
  /** Name in the form's data, where the id of the chosen one stands. */
  readonly name: string;
  readonly hint?: ReactNode;
  readonly choices: readonly Pick[];
  readonly isRequired?: boolean;
  readonly autoFocus?: boolean;
}

/** So many are offered at once; who seeks another one writes more. */
const mostShown = 50;

/** Those that have the words in their names or details, as many as are offered at once. */
export function foundAmong(choices: readonly Pick[], words: string): Pick[] {
  const sought = words.trim().toLowerCase();
  const found = choices.filter(({ name, detail }) =>
    `${name} ${detail ?? ''}`.toLowerCase().includes(sought),
  );
  return found.slice(0, mostShown);
}

/**
 * One of many, found by writing a part of its name. The list stays open while nothing is found, so that
 * choices which arrive after something was written are shown.
 */
export function Picker({ label, name, hint, choices, ...props }: PickerProps) {
  const [written, setWritten] = useState('');
  return (
    <ComboBox
      {...props}
      className="field"
      name={name}
      formValue="key"
      items={foundAmong(choices, written)}
      onInputChange={setWritten}
      allowsEmptyCollection
    >
      <PickFace label={label} hint={hint} />
    </ComboBox>
  );
}

/** The line to write in, and the list below it. */
export const PickFace = ({ label, hint }: { label: string; hint?: ReactNode }) => (
  <>
    <Label>{label}</Label>
    {hint !== undefined && (
      <Text slot="description" className="field-hint">
        {hint}
      </Text>
    )}
    <div className="picker">
      <Input className="input" autoComplete="off" dir="auto" />
      <Button className="picker-button">
        <svg viewBox="0 0 16 16" aria-hidden="true">
          <path d="m4 6 4 4 4-4" fill="none" stroke="currentColor" strokeWidth="1.5" />
        </svg>
      </Button>
    </div>
    <FieldError className="field-error" />
    <Popover className="popover">
      <ListBox className="menu" renderEmptyState={() => <p className="menu-empty">Nothing by this name.</p>}>
        {({ id, name, detail }: Pick) => (
          <ListBoxItem className="menu-item" id={id} textValue={name}>
            <bdi>{name}</bdi>
            {detail !== undefined && (
              <span className="menu-detail">
                <bdi>{detail}</bdi>
              </span>
            )}
          </ListBoxItem>
        )}
      </ListBox>
    </Popover>
  </>
);
