import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import './page.css';

interface PageProps {
  /** The heading, and the title of the window. */
  readonly title: string;
  /** Pages that this one stands under. */
  readonly breadcrumbs?: readonly { readonly name: string; readonly to: string }[];
  /** One sentence under the heading. */
  readonly lead?: ReactNode;
  /** Between heading and content, as `<Tabs>`. */
  readonly tabs?: ReactNode;
  /** Where the heading is that of several pages: what the title of the window says before it. */
  readonly part?: string;
  readonly children: ReactNode;
}

export function Page({ title, breadcrumbs = [], lead, tabs, part, children }: PageProps) {
  const windowTitle = `${part === undefined ? '' : `${part} · `}${title} · Vitrine`;
  useEffect(() => {
    document.title = windowTitle;
  }, [windowTitle]);
  return (
    <div className="page">
      <div className="page-head">
        {breadcrumbs.length > 0 && <Breadcrumbs steps={breadcrumbs} />}
        <h1>{title}</h1>
        {lead !== undefined && <p className="quiet">{lead}</p>}
      </div>
      {tabs}
      {children}
    </div>
  );
}

const Breadcrumbs = ({ steps }: { steps: NonNullable<PageProps['breadcrumbs']> }) => (
  <nav className="breadcrumbs" aria-label="Above this page">
    {steps.map(({ name, to }) => (
      <Link key={to} to={to}>
        {name}
      </Link>
    ))}
  </nav>
);
