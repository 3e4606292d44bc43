import type { ReactNode } from 'react';
import {
  Select as AriaSelect,
  Button,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  SelectValue,
  Text,
} from 'react-aria-components';
import './field.css';
import './popover.css';

export interface Choice {
  readonly id: string;
  readonly name: string;
}

interface SelectProps {
  readonly label: string;
  readonly name?: string;
  readonly hint?: ReactNode;
  readonly choices: readonly Choice[];
  readonly value: string;
  readonly onChange: (id: string) => void;
  /** Where the rows of a table say what it is. */
  readonly isLabelUnseen?: boolean;
  readonly isDisabled?: boolean;
}

/** One of a few. */
export function Select({
  label,
  hint,
  choices,
  value,
  onChange,
  isLabelUnseen = false,
  ...props
}: SelectProps) {
  return (
    <AriaSelect
      {...props}
      className="field"
      value={value}
      onChange={(key) => key !== null && onChange(String(key))}
    >
      <Label className={isLabelUnseen ? 'unseen' : 'field-label'}>{label}</Label>
      {hint !== undefined && (
        <Text slot="description" className="field-hint">
          {hint}
        </Text>
      )}
      <Button className="input select-button">
        <SelectValue />
        <svg viewBox="0 0 16 16" aria-hidden="true">
          <path d="m4 6 4 4 4-4" fill="none" stroke="currentColor" strokeWidth="1.5" />
        </svg>
      </Button>
      <Popover className="popover">
        <ListBox className="menu" items={choices}>
          {(choice: Choice) => <ListBoxItem className="menu-item">{choice.name}</ListBoxItem>}
        </ListBox>
      </Popover>
    </AriaSelect>
  );
}
