import { type ReactNode, useEffect } from 'react';
import './page.css';

interface PageProps {
  /** The heading, and the title of the window. */
  readonly title: string;
  /** One sentence under the heading. */
  readonly lead?: ReactNode;
  /** Between heading and content, as `<Tabs>`. */
  readonly tabs?: ReactNode;
  readonly children: ReactNode;
}

export function Page({ title, lead, tabs, children }: PageProps) {
  useEffect(() => {
    document.title = `${title} · Vitrine`;
  }, [title]);
  return (
    <div className="page">
      <div className="page-head">
        <h1>{title}</h1>
        {lead !== undefined && <p className="quiet">{lead}</p>}
      </div>
      {tabs}
      {children}
    </div>
  );
}
