import { useState } from 'react';
import { Input, Label, TextField } from 'react-aria-components';
import { Button } from './button.tsx';
import './copy-once.css';

interface CopyLineProps {
  /** What it is, as `Try it`. */
  readonly label: string;
  readonly value: string;
  /** What stands beneath until it is copied. */
  readonly hint?: string;
  /** The button has the focus, and is what the page is there for. */
  readonly isMain?: boolean;
}

/** A line to take along, with a button that copies it. */
export function CopyLine({ label, value, hint = '', isMain = false }: CopyLineProps) {
  const [said, setSaid] = useState('');
  const copy = async () => {
    const isCopied = await navigator.clipboard.writeText(value).then(
      () => true,
      () => false,
    );
    setSaid(isCopied ? 'Copied.' : 'Your browser did not allow copying it; select it instead.');
  };
  return (
    <div className="copy-once">
      <TextField className="field" value={value} isReadOnly>
        <Label>{label}</Label>
        <div className="copy-row">
          <Input className="input copy-value" onFocus={(event) => event.target.select()} />
          <Button
            {...(isMain ? { kind: 'main' as const } : { 'aria-label': `Copy: ${label}` })}
            onPress={copy}
            autoFocus={isMain}
          >
            Copy
          </Button>
        </div>
      </TextField>
      <p role="status" className="quiet copy-said">
        {said === '' ? hint : said}
      </p>
    </div>
  );
}
