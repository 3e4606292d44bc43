import { type ReactNode, useId } from 'react';
import './section.css';

interface SectionProps {
  readonly title: string;
  readonly lead?: ReactNode;
  /** Beside the heading, as a button that adds to the section. */
  readonly action?: ReactNode;
  readonly children?: ReactNode;
}

/** A part of a page, on a card of its own. */
export function Section({ title, lead, action, children }: SectionProps) {
  const id = useId();
  return (
    <section className="section" aria-labelledby={id}>
      <div className="section-head">
        <div>
          <h2 id={id}>{title}</h2>
          {lead !== undefined && <p className="quiet">{lead}</p>}
        </div>
        {action}
      </div>
      {children}
    </section>
  );
}

/** What a section says while it holds nothing. */
export const Empty = ({ children }: { children: ReactNode }) => <p className="empty">{children}</p>;
