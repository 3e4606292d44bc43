import type { ReactNode } from 'react';
import { useCopied } from '../parts/use-copied.ts';

interface PropertyProps {
  readonly name: string;
  readonly value: string;
  /** Beside the value, as the colour that it names. */
  readonly before?: ReactNode;
  /** What is copied, where that is another text than is shown. */
  readonly copied?: string;
}

/** A name and a value; a click copies the value. */
export function Property({ name, value, before, copied = value }: PropertyProps) {
  const { said, copy } = useCopied();
  return (
    <li className="copy-spot">
      <button type="button" className="property" title="Copy" onClick={() => copy(copied)}>
        <span className="property-name">{name}</span>
        {before}
        <span className="property-value">{value}</span>
      </button>
      <span className="copied" role="status">
        {said}
      </span>
    </li>
  );
}

export const Properties = ({ children }: { children: ReactNode }) => (
  <ul className="properties">{children}</ul>
);
