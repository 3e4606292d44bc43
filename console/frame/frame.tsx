import { useSuspenseQuery } from '@tanstack/react-query';
import { Link, Outlet, useRouterState } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { sessionQuery } from '../api/session.ts';
import { places } from './navigation.ts';
import { PersonMenu } from './person-menu.tsx';
import './frame.css';

/** What stands around every page: the way to its content, the navigation, the person. */
export function Frame({ children = <Outlet /> }: { children?: ReactNode }) {
  const main = useFocusOnArrival();
  return (
    <div className="frame">
      <a className="skip" href="#main">
        Skip to the content
      </a>
      <header className="frame-header">
        <div className="frame-bar">
          <Link className="frame-name" to="/">
            <Mark />
            Vitrine
          </Link>
          <Places />
          <div className="frame-person">
            <PersonMenu />
          </div>
        </div>
      </header>
      <main className="frame-main" id="main" ref={main} tabIndex={-1}>
        {children}
      </main>
    </div>
  );
}

function Places() {
  const session = useSuspenseQuery(sessionQuery).data;
  const shown = places.filter(({ isFor }) => isFor?.(session) ?? true);
  return (
    <nav aria-label="Main">
      <ul className="frame-places">
        {shown.map(({ name, to }) => (
          <li key={to}>
            <Link to={to}>{name}</Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

const Mark = () => (
  <svg viewBox="0 0 24 24" aria-hidden="true">
    <rect width="24" height="24" rx="6" fill="var(--strong)" />
    <path d="M6 8h12v9H6zM6 11.5h12" fill="none" stroke="var(--on-strong)" strokeWidth="1.75" />
  </svg>
);

/** A new page begins at its content, or where it puts the focus itself; the first one is left to the browser. */
function useFocusOnArrival() {
  const main = useRef<HTMLElement>(null);
  const shown = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname });
  const before = useRef(shown);
  useEffect(() => {
    const isFirst = before.current === undefined;
    const isSame = before.current === shown;
    before.current = shown;
    if (isFirst || isSame || main.current?.contains(document.activeElement) === true) return;
    main.current?.focus({ preventScroll: true });
  }, [shown]);
  return main;
}
