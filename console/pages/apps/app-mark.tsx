import type { App } from './app-queries.ts';
import { stateWords } from './app-words.ts';
import './app-mark.css';

/** An app's logo, or the first letter of its name. */
export const Logo = ({ name, logo }: Pick<App, 'name' | 'logo'>) =>
  logo === null ? (
    <span className="app-logo app-letter" aria-hidden="true">
      {[...name.trim()][0]?.toUpperCase()}
    </span>
  ) : (
    <img className="app-logo" src={logo} alt="" />
  );

/** Where an app stands, in a word or two. */
export function StateMark({ app }: { app: Pick<App, 'state' | 'review' | 'team'> }) {
  const { name, kind } = stateWords(app);
  return <span className={`state-mark state-${kind}`}>{name}</span>;
}
