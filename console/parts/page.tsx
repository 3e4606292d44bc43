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
  /** Beside the heading, as the button that begins what the page is there for. */
  readonly action?: ReactNode;
  /** As wide as the window, for files and tables; else as wide as forms are read well. */
  readonly isWide?: boolean;
  readonly children: ReactNode;
}

export function Page({
  title,
  breadcrumbs = [],
  lead,
  tabs,
  part,
  action,
  isWide = false,
  children,
}: PageProps) {
  const windowTitle = `${part === undefined ? '' : `${part} · `}${title} · Vitrine`;
  useEffect(() => {
    document.title = windowTitle;
  }, [windowTitle]);
  return (
    <div className={isWide ? 'page page-wide' : 'page'}>
      <div className="page-head">
        <div>
          {breadcrumbs.length > 0 && <Breadcrumbs steps={breadcrumbs} />}
          <h1>{title}</h1>
          {lead !== undefined && <p className="quiet">{lead}</p>}
        </div>
        {action !== undefined && <div className="page-action">{action}</div>}
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
