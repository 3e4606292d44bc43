import { useState } from 'react';
import { Input, Label, TextField } from 'react-aria-components';
import { Button } from './button.tsx';
import './copy-once.css';

interface CopyOnceProps {
  /** What it is, as `Token`. */
  readonly label: string;
  readonly value: string;
}

/** A secret that is shown this once, with a button that copies it and has the focus. */
export function CopyOnce({ label, value }: CopyOnceProps) {
  const [said, setSaid] = useState('');
  const copy = async () => {
    const isCopied = await navigator.clipboard.writeText(value).then(
      () => true,
      () => false,
    );
    setSaid(isCopied ? 'Copied.' : 'Your browser did not let it be copied; select it instead.');
  };
  return (
    <div className="copy-once">
      <TextField className="field" value={value} isReadOnly>
        <Label>{label}</Label>
        <div className="copy-row">
          <Input className="input copy-value" onFocus={(event) => event.target.select()} />
          <Button kind="main" onPress={copy} autoFocus>
            Copy
          </Button>
        </div>
      </TextField>
      <p role="status" className="quiet copy-said">
        {said === '' ? 'This is the only time that it is shown.' : said}
      </p>
    </div>
  );
}
