import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import './button.css';

interface LinkButtonProps {
  readonly to: string;
  /** `plain` where it leads elsewhere and nothing begins. */
  readonly kind?: 'main' | 'plain';
  readonly children: ReactNode;
}

/** A link that looks like a button, to a page where something begins. */
export const LinkButton = ({ to, kind = 'main', children }: LinkButtonProps) => (
  <Link className={kind === 'main' ? 'button button-main' : 'button'} to={to}>
    {children}
  </Link>
);
