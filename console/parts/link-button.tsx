import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import './button.css';

/** A link that looks like a button, to a page where something begins. */
export const LinkButton = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link className="button button-main" to={to}>
    {children}
  </Link>
);
