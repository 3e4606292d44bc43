import { Link } from '@tanstack/react-router';
import './tabs.css';

interface Tab {
  readonly name: string;
  readonly to: string;
}

/** Pages that belong together; each has an address of its own. */
export const Tabs = ({ name, tabs }: { name: string; tabs: readonly Tab[] }) => (
  <nav className="tabs" aria-label={name}>
    {tabs.map((tab) => (
      <Link key={tab.to} to={tab.to} activeOptions={{ exact: true }}>
        {tab.name}
      </Link>
    ))}
  </nav>
);
