import type { ReactNode } from 'react';

interface PanelSectionProps {
  readonly title: string;
  /** Beside the title. */
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

export const PanelSection = ({ title, action, children }: PanelSectionProps) => (
  <section className="panel-section" aria-label={title}>
    <div className="panel-section-head">
      <h3>{title}</h3>
      {action}
    </div>
    {children}
  </section>
);
