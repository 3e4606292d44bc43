import { Link, Outlet, useRouterState } from '@tanstack/react-router';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Button } from '../parts/button.tsx';
import { LastDone } from './last-done.tsx';
import { PersonMenu } from './person-menu.tsx';
import { SearchBox } from './search-box.tsx';
import { SideNavigation } from './side-navigation.tsx';
import './frame.css';

/** What stands around every page: the way to its content, the navigation, the person. */
export function Frame({ children = <Outlet /> }: { children?: ReactNode }) {
  const main = useFocusOnArrival();
  const navigation = useId();
  const [isOpen, setOpen] = useOpenUntilMoved();
  return (
    <div className="frame">
      <a className="skip" href="#main">
        Skip to the content
      </a>
      <header className="frame-header">
        <Button
          className="frame-menu"
          aria-expanded={isOpen}
          aria-controls={navigation}
          onPress={() => setOpen(!isOpen)}
        >
          Menu
        </Button>
        <Link className="frame-name" to="/">
          <Mark />
          Vitrine
        </Link>
        <SearchBox />
        <div className="frame-person">
          <PersonMenu />
        </div>
      </header>
      <SideNavigation id={navigation} isOpen={isOpen} />
      <main className="frame-main" id="main" ref={main} tabIndex={-1}>
        {children}
      </main>
      <LastDone />
    </div>
  );
}

/** Whether the navigation is unfolded on a narrow screen; a new page folds it. */
function useOpenUntilMoved() {
  const shown = useRouterState({ select: ({ location }) => location.pathname });
  const [openAt, setOpenAt] = useState<string>();
  return [openAt === shown, (isOpen: boolean) => setOpenAt(isOpen ? shown : undefined)] as const;
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
    const isSearching = document.activeElement?.closest('search') instanceof Element;
    before.current = shown;
    if (isFirst || isSame || isSearching || main.current?.contains(document.activeElement) === true) return;
    main.current?.focus({ preventScroll: true });
  }, [shown]);
  return main;
}
