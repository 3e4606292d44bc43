import type { ReactNode } from 'react';
import './disclosure.css';

/** A line that opens to show more. */
export const Disclosure = ({ summary, children }: { summary: string; children: ReactNode }) => (
  <details className="disclosure">
    <summary>{summary}</summary>
    <div className="disclosed">{children}</div>
  </details>
);
