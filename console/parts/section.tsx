import { Fragment, type ReactNode, useId } from 'react';
import './section.css';

interface SectionProps {
  /** Left out where the page is called the same; `label` is read out then. */
  readonly title?: string;
  readonly label?: string;
  readonly lead?: ReactNode;
  /** Beside the heading, as a button that adds to the section. */
  readonly action?: ReactNode;
  readonly children?: ReactNode;
}

/** A part of a page, on a card of its own. */
export function Section({ title, label, lead, action, children }: SectionProps) {
  const id = useId();
  return (
    <section
      className="section"
      {...(title === undefined ? { 'aria-label': label } : { 'aria-labelledby': id })}
    >
      {(title ?? lead ?? action) !== undefined && (
        <div className="section-head">
          <div>
            {title !== undefined && <h2 id={id}>{title}</h2>}
            {lead !== undefined && <p className="quiet">{lead}</p>}
          </div>
          {action}
        </div>
      )}
      {children}
    </section>
  );
}

interface EmptyProps {
  /** What is not there, and what it would be for. */
  readonly children: ReactNode;
  /** What to press. */
  readonly action?: ReactNode;
  /** The same by the command line. */
  readonly command?: string;
}

/** A command, whose words are not broken at their hyphens. */
const Command = ({ line }: { line: string }) => (
  <code>
    {line.split(' ').map((word, place) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the words of a command stay in their order
      <Fragment key={place}>
        {place > 0 && ' '}
        <span className="whole-word">{word}</span>
      </Fragment>
    ))}
  </code>
);

/** What a section says while it holds nothing: what to press, and the command that does the same. */
export const Empty = ({ children, action, command }: EmptyProps) => (
  <div className="empty">
    <p>{children}</p>
    {action}
    {command !== undefined && (
      <p className="empty-command">
        {action ? 'or by' : 'By'} the command line: <Command line={command} />
      </p>
    )}
  </div>
);
