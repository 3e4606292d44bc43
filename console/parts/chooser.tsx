import { type ReactNode, useState } from 'react';
import { ComboBox } from 'react-aria-components';
import { foundAmong, type Pick, PickFace } from './picker.tsx';

interface ChooserProps {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly choices: readonly Pick[];
  readonly value: string;
  readonly onChange: (id: string) => void;
}

/** One that is always chosen, of many: another one is found by writing a part of its name. */
export function Chooser({ label, hint, choices, value, onChange }: ChooserProps) {
  const [written, setWritten] = useState<string>();
  const chosen = choices.find(({ id }) => id === value);
  return (
    <ComboBox
      className="field"
      items={foundAmong(choices, written ?? '')}
      selectedKey={value}
      inputValue={written ?? chosen?.name ?? ''}
      onInputChange={setWritten}
      onSelectionChange={(key) => {
        setWritten(undefined);
        if (key !== null && key !== value) onChange(String(key));
      }}
      onFocus={({ target }) => target instanceof HTMLInputElement && target.select()}
      onBlur={() => setWritten(undefined)}
      allowsEmptyCollection
    >
      <PickFace label={label} hint={hint} />
    </ComboBox>
  );
}
