import type { ReactNode } from 'react';
import { TextField as AriaField, FieldError, Input, Label, Text, TextArea } from 'react-aria-components';
import './field.css';

interface TextFieldProps {
  readonly label: string;
  /** Name in the form's data. */
  readonly name: string;
  readonly hint?: ReactNode;
  readonly type?: 'text' | 'email' | 'password' | 'url' | 'date';
  readonly autoComplete?: string;
  readonly defaultValue?: string;
  readonly value?: string;
  readonly onChange?: (value: string) => void;
  readonly isRequired?: boolean;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly autoFocus?: boolean;
  /** Lines of a longer text. */
  readonly rows?: number;
  readonly placeholder?: string;
  /** What is wrong with it, where the page knows; else the browser and `validate` say it when the form is sent. */
  readonly error?: string | undefined;
  readonly validate?: (value: string) => string | undefined;
}

/** A labelled line or, with `rows`, several. The browser's own checks are told in words beneath it. */
export function TextField(props: TextFieldProps) {
  const { label, hint, rows, placeholder = '', error, validate, ...others } = props;
  return (
    <AriaField
      {...others}
      {...(error === undefined ? {} : { isInvalid: true })}
      {...(validate === undefined ? {} : { validate: (value: string) => validate(value) ?? null })}
      className="field"
    >
      <Label>{label}</Label>
      {hint !== undefined && (
        <Text slot="description" className="field-hint">
          {hint}
        </Text>
      )}
      {rows === undefined ? (
        <Input className="input" placeholder={placeholder} />
      ) : (
        <TextArea className="input" rows={rows} placeholder={placeholder} />
      )}
      <FieldError className="field-error">{error}</FieldError>
    </AriaField>
  );
}
