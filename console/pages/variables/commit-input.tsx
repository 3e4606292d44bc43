import { type KeyboardEvent, useState } from 'react';

interface CommitInputProps {
  readonly label: string;
  readonly value: string;
  /** Called with what was written when the field is left or Enter is pressed, where that is another text. */
  readonly onCommit: (text: string) => void;
  readonly isDisabled?: boolean;
  readonly isNumber?: boolean;
  readonly className?: string;
}

/** A text in a table that is changed in its place. Escape brings back what it was. */
export function CommitInput({
  label,
  value,
  onCommit,
  isDisabled = false,
  isNumber = false,
  className = '',
}: CommitInputProps) {
  const [written, setWritten] = useState<string>();
  const commit = (): void => {
    if (written !== undefined && written !== value) onCommit(written);
    setWritten(undefined);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.key === 'Enter' && !event.shiftKey) event.currentTarget.blur();
    if (event.key !== 'Escape') return;
    setWritten(undefined);
    event.stopPropagation();
  };
  const common = {
    'aria-label': label,
    value: written ?? value,
    disabled: isDisabled,
    onBlur: commit,
    onKeyDown,
    className: `cell-input ${className}`,
  };
  return value.includes('\n') ? (
    <textarea {...common} rows={1} onChange={(event) => setWritten(event.target.value)} />
  ) : (
    <input
      {...common}
      type="text"
      inputMode={isNumber ? 'decimal' : 'text'}
      autoComplete="off"
      spellCheck={false}
      onChange={(event) => setWritten(event.target.value)}
    />
  );
}
