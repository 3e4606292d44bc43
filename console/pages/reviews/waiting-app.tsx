import type { ReactNode } from 'react';
import { pathHere } from '../../api/path-here.ts';
import { wordsOf } from '../../api/scope-groups.ts';
import { Facts } from '../../parts/facts.tsx';
import { Section } from '../../parts/section.tsx';
import { Day } from '../../parts/times.tsx';
import { Logo, StateMark } from '../apps/app-mark.tsx';
import { ReviewerSays } from '../apps/app-state.tsx';
import { Differences } from '../apps/differences.tsx';
import { Decision } from './decision.tsx';
import type { WaitingApp as App } from './review-queries.ts';
import './reviews.css';

interface WaitingAppProps {
  readonly app: App;
  readonly onDone: (words: string) => Promise<void>;
}

/** All that has to be judged of one app, and the decision. */
export const WaitingApp = ({ app, onDone }: WaitingAppProps) => (
  <Section title={app.name} lead={<StateMark app={app} />} action={<Logo {...app} />}>
    {app.state === 'public' && app.live !== null && (
      <div className="review-part">
        <h3>What changes</h3>
        <Differences before={withLogo(app.live)} after={withLogo(app)} names={['In force', 'Changed to']} />
      </div>
    )}
    {app.state === 'public' && <h3>All of it</h3>}
    <Facts facts={factsOf(app)} />
    <h3>How to try it</h3>
    <Facts facts={trialOf(app)} />
    {app.review_words !== null && <ReviewerSays words={app.review_words} />}
    <Decision app={app} onDone={onDone} />
  </Section>
);

/** The pictures by their addresses; another picture has another one. */
const withLogo = <Listed extends { logo_url: string | null }>(listed: Listed) => ({
  ...listed,
  logo: listed.logo_url === null ? null : pathHere(listed.logo_url),
});

type Fact = readonly [name: string, value: ReactNode];

/** Addresses are shown and not followed: where they lead is what is judged. */
const factsOf = (app: App): readonly Fact[] => [
  [
    'Made by',
    [app.creator_name, app.team_name, app.organization_name].filter(Boolean).join(', ') || 'Unknown',
  ],
  ['Submitted', app.submitted_at === null ? '–' : <Day key="submitted" at={app.submitted_at} />],
  ['Description', <Lines key="description" lines={[app.description]} />],
  ['Website', app.website ?? 'None'],
  ['Support contact', app.support_contact ?? 'None'],
  ['Redirect addresses', <Lines key="addresses" lines={app.redirect_urls} />],
  ['It may', <Lines key="scopes" lines={app.scopes.map(wordsOf)} />],
];

function trialOf({ testing_instructions: instructions }: App): readonly Fact[] {
  const { steps = 'None', video_url, trial } = instructions ?? {};
  return [
    ['Steps', <Lines key="steps" lines={[steps]} />],
    ...(video_url === undefined ? [] : [['Video', video_url] as const]),
    ...(trial === undefined ? [] : [['Trial', <Lines key="trial" lines={[trial]} />] as const]),
  ];
}

const Lines = ({ lines }: { lines: readonly string[] }) => (
  <div className="review-lines">
    {lines.map((line) => (
      <p key={line}>{line}</p>
    ))}
  </div>
);
