import { ConfirmButton } from '../../parts/confirm.tsx';
import { Section } from '../../parts/section.tsx';
import { type App, saveApp } from './app-queries.ts';
import { stateWords } from './app-state-words.ts';
import { Differences } from './differences.tsx';
import './app-state.css';

interface AppStateProps {
  readonly app: App;
  readonly onTakenBack: () => void;
}

/** Where the app stands, what the reviewer said, and what is in force while changes wait. @see OAUTH-22 */
export function AppState({ app, onTakenBack }: AppStateProps) {
  const { name, sentence } = stateWords(app);
  const live = app.state === 'public' && app.review !== 'none' ? app.live : null;
  const takeBack = async () => {
    if (live !== null) await saveApp(app.client_id, live);
    onTakenBack();
  };
  return (
    <Section
      title={name}
      lead={sentence}
      action={
        live !== null && (
          <ConfirmButton
            words="Take changes back"
            kind="outlined"
            title="Take the changes back?"
            action={takeBack}
          >
            The app is then what was approved, and nothing waits for a review.
          </ConfirmButton>
        )
      }
    >
      {app.review_words !== null && <ReviewerSays words={app.review_words} />}
      {live !== null && <Differences before={live} after={app} names={['In force', 'Changed to']} />}
    </Section>
  );
}

/** In the reviewer's own lines. */
export const ReviewerSays = ({ words }: { words: string }) => (
  <figure className="reviewer-says">
    <figcaption className="quiet">The reviewer said</figcaption>
    <blockquote>{words}</blockquote>
  </figure>
);
