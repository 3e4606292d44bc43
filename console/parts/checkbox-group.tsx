import { CheckboxGroup as AriaGroup, Checkbox, Label, Text } from 'react-aria-components';
import './field.css';
import './checkbox.css';

export interface CheckboxChoice {
  readonly id: string;
  readonly name: string;
  /** In smaller letters behind the name. */
  readonly hint?: string;
}

interface CheckboxGroupProps {
  /** Name in the form's data. */
  readonly name?: string;
  readonly label: string;
  readonly hint?: string;
  readonly choices: readonly CheckboxChoice[];
  readonly value: readonly string[];
  readonly onChange: (ids: string[]) => void;
}

/** Any of several. */
export const CheckboxGroup = ({ label, hint, choices, value, onChange, ...props }: CheckboxGroupProps) => (
  <AriaGroup {...props} className="checkboxes" value={[...value]} onChange={onChange}>
    <Label>{label}</Label>
    {hint !== undefined && (
      <Text slot="description" className="field-hint">
        {hint}
      </Text>
    )}
    {choices.map((choice) => (
      <Checkbox key={choice.id} value={choice.id} className="checkbox">
        <Box />
        <span>
          {choice.name}
          {choice.hint !== undefined && <code className="quiet">{choice.hint}</code>}
        </span>
      </Checkbox>
    ))}
  </AriaGroup>
);

const Box = () => (
  <span className="checkbox-box" aria-hidden="true">
    <svg viewBox="0 0 16 16" aria-hidden="true">
      <path d="m3.5 8.5 3 3 6-7" fill="none" stroke="currentColor" strokeWidth="2" />
    </svg>
  </span>
);

interface CheckProps {
  readonly label: string;
  readonly isSelected: boolean;
  readonly onChange: (isSelected: boolean) => void;
}

/** Yes or no. */
export const Check = ({ label, ...props }: CheckProps) => (
  <Checkbox {...props} className="checkbox">
    <Box />
    <span>{label}</span>
  </Checkbox>
);
