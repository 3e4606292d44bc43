import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import './page.css';

interface PageProps {
  /** The heading, and the title of the window. */
  readonly title: string;
  /** Pages that this one stands under. */
  readonly trail?: readonly { readonly name: string; readonly to: string }[];
  /** One sentence under the heading. */
  readonly lead?: ReactNode;
  /** Between heading and content, as `<Tabs>`. */
  readonly tabs?: ReactNode;
  /** Where the heading is that of several pages: what the title of the window says before it. */
  readonly part?: string;
  readonly children: ReactNode;
}

export function Page({ title, trail = [], lead, tabs, part, children }: PageProps) {
  const windowTitle = `${part === undefined ? '' : `${part} · `}${title} · Vitrine`;
  useEffect(() => {
    document.title = windowTitle;
  }, [windowTitle]);
  return (
    <div className="page">
      <div className="page-head">
        {trail.length > 0 && <Trail steps={trail} />}
        <h1>{title}</h1>
        {lead !== undefined && <p className="quiet">{lead}</p>}
      </div>
      {tabs}
      {children}
    </div>
  );
}

const Trail = ({ steps }: { steps: NonNullable<PageProps['trail']> }) => (
  <nav className="trail" aria-label="Above this page">
    {steps.map(({ name, to }) => (
      <Link key={to} to={to}>
        {name}
      </Link>
    ))}
  </nav>
);
