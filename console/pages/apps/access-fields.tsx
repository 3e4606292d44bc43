import { wordsOf } from '../../api/scope-groups.ts';
import { Notice } from '../../parts/notice.tsx';
import { RadioGroup } from '../../parts/radio-group.tsx';
import { Section } from '../../parts/section.tsx';
import { TextField } from '../../parts/text-field.tsx';
import type { App } from './app-queries.ts';
import type { Draft } from './configuration.ts';
import type { Configuring } from './use-configuration.ts';

const closedToPublic = /^(projects:read|folders:read|org:activity_log_read)$/;

/** Who the app is for, and what a public one needs besides. @see OAUTH-12…15 */
export function AccessFields({ app, ...configuring }: Configuring & { app: App }) {
  const { draft, change } = configuring;
  const place = app.team === null ? 'organization' : 'team';
  return (
    <Section title="Access">
      <RadioGroup
        label="Who may use it"
        choices={[
          {
            id: 'private',
            name: `The people of its ${place}`,
            hint: 'It is published at once.',
            isDisabled: app.state === 'public',
          },
          { id: 'public', name: 'Everybody', hint: 'It is published once it has been reviewed.' },
        ]}
        value={draft.visibility}
        onChange={(visibility) => change({ visibility: visibility as Draft['visibility'] })}
      />
      {draft.visibility === 'public' && <PublicFields {...configuring} />}
    </Section>
  );
}

const PublicFields = ({ draft, change, problems }: Configuring) => (
  <>
    <ClosedScopes scopes={draft.scopes.filter((scope) => closedToPublic.test(scope))} />
    <TextField
      label="Support contact (optional)"
      name="support"
      hint="An e-mail address, or an address that begins with https://."
      value={draft.support}
      onChange={(support) => change({ support })}
      error={problems.support}
      maxLength={2000}
    />
    <TextField
      label="How the reviewer can try it"
      name="steps"
      hint="Step by step, from where it begins."
      rows={4}
      value={draft.steps}
      onChange={(steps) => change({ steps })}
      error={problems.steps}
      maxLength={10_000}
    />
    <TextField
      label="Video (optional)"
      name="video"
      hint="The address of one that shows the app at work."
      placeholder="https://"
      value={draft.video}
      onChange={(video) => change({ video })}
      error={problems.video}
      maxLength={2000}
    />
    <TextField
      label="Trial (optional)"
      name="trial"
      hint="Where to try it and as whom. Only reviewers and administrators see it."
      rows={2}
      value={draft.trial}
      onChange={(trial) => change({ trial })}
      maxLength={4000}
    />
  </>
);

/** Better known now than once everybody uses it. */
const ClosedScopes = ({ scopes }: { scopes: readonly string[] }) =>
  scopes.length === 0 ? null : (
    <Notice kind="plain">
      Closed to public apps, whatever their scopes: {scopes.map(wordsOf).join('; ')}.
    </Notice>
  );
