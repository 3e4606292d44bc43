import { pathHere } from '../../api/path-here.ts';
import type { App } from './app-queries.ts';
import { stateWords } from './app-state-words.ts';
import './app-mark.css';

interface LogoProps {
  readonly name: string;
  /** The picture as a `data:` address. */
  readonly logo?: string | null;
  /** Its address on the server. */
  readonly logo_url?: string | null;
}

/** An app's logo, or the first letter of its name. */
export function Logo({ name, logo, logo_url }: LogoProps) {
  const source = logo ?? (logo_url ? pathHere(logo_url) : null);
  return source === null ? (
    <span className="app-logo app-letter" aria-hidden="true">
      {[...name.trim()][0]?.toUpperCase()}
    </span>
  ) : (
    <img className="app-logo" src={source} alt="" loading="lazy" />
  );
}

/** Where an app stands, in a word or two. */
export function StateMark({ app }: { app: Pick<App, 'state' | 'review' | 'team'> }) {
  const { name, kind } = stateWords(app);
  return <span className={`state-mark state-${kind}`}>{name}</span>;
}
