import { RadioGroup as AriaGroup, Label, Radio, Text } from 'react-aria-components';
import './field.css';
import './radio.css';

export interface RadioChoice {
  readonly id: string;
  readonly name: string;
  /** Beneath the name. */
  readonly hint?: string;
  readonly isDisabled?: boolean;
}

interface RadioGroupProps {
  readonly label: string;
  readonly hint?: string;
  readonly choices: readonly RadioChoice[];
  readonly value: string;
  readonly onChange: (id: string) => void;
}

/** One of two or three that are worth reading side by side. */
export const RadioGroup = ({ label, hint, choices, ...props }: RadioGroupProps) => (
  <AriaGroup {...props} className="radios">
    <Label>{label}</Label>
    {hint !== undefined && (
      <Text slot="description" className="field-hint">
        {hint}
      </Text>
    )}
    {choices.map((choice) => (
      <Radio key={choice.id} value={choice.id} isDisabled={choice.isDisabled ?? false} className="radio">
        <span className="radio-ring" aria-hidden="true" />
        <span>
          {choice.name}
          {choice.hint !== undefined && <span className="radio-hint">{choice.hint}</span>}
        </span>
      </Radio>
    ))}
  </AriaGroup>
);
