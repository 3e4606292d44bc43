import { useId, useState } from 'react';
import { FileTrigger } from 'react-aria-components';
import { Button } from '../../parts/button.tsx';
import { Logo } from './app-mark.tsx';
import './logo-field.css';

const types = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];
const largestBytes = 256 * 1024;

interface LogoFieldProps {
  /** The app's, for what is shown without a logo. */
  readonly name: string;
  /** The picture as a `data:` address. */
  readonly value: string | null;
  readonly onChange: (logo: string | null) => void;
  readonly error?: string | undefined;
}

/** A picture that is looked at before anybody sends it. */
export function LogoField({ name, value, onChange, error }: LogoFieldProps) {
  const [problem, setProblem] = useState<string>();
  const id = useId();
  const said = problem ?? error;
  const take = async (file: File | undefined) => {
    if (file === undefined) return;
    const found = await problemOf(file);
    setProblem(found);
    if (found === undefined) onChange(await addressOf(file));
  };
  const remove = () => {
    setProblem(undefined);
    onChange(null);
  };
  return (
    <fieldset
      className="logo-field"
      aria-describedby={id}
      {...(said === undefined ? {} : { 'data-problem': '' })}
    >
      <legend>Logo</legend>
      <div className="logo-row">
        <Logo name={name} logo={value} />
        <FileTrigger acceptedFileTypes={types} onSelect={(files) => void take(files?.[0])}>
          <Button>{value === null ? 'Choose a picture' : 'Choose another picture'}</Button>
        </FileTrigger>
        {value !== null && (
          <Button kind="plain" onPress={remove}>
            Remove
          </Button>
        )}
      </div>
      <div id={id} aria-live="polite">
        <p className="field-hint">PNG, JPEG, GIF or WebP, 256 KB at the most. A square looks best.</p>
        {said !== undefined && <p className="field-error">{said}</p>}
      </div>
    </fieldset>
  );
}

async function problemOf(file: File): Promise<string | undefined> {
  if (!types.includes(file.type)) return `“${file.name}” is not a PNG, JPEG, GIF or WebP.`;
  const sizeKb = Math.ceil(file.size / 1024);
  if (file.size > largestBytes) return `“${file.name}” has ${sizeKb} KB; 256 KB is the most.`;
  const picture = await createImageBitmap(file).catch(() => undefined);
  picture?.close();
  return picture === undefined ? `“${file.name}” cannot be read as a picture.` : undefined;
}

const addressOf = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
