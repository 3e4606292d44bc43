import { Section } from '../../parts/section.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { LogoField } from './logo-field.tsx';
import type { Configuring } from './use-configuration.ts';

/** What people see of the app when it asks them. @see OAUTH-04, OAUTH-13 */
export const AboutFields = ({ draft, change, problems }: Configuring) => (
  <Section title="About" lead="People see this when the app asks them.">
    <TextField
      label="Name"
      name="name"
      value={draft.name}
      onChange={(name) => change({ name })}
      error={problems.name}
      isRequired
      maxLength={255}
      autoComplete="off"
    />
    <LogoField
      name={draft.name}
      value={draft.logo}
      onChange={(logo) => change({ logo })}
      error={problems.logo}
    />
    <TextField
      label="Description"
      name="description"
      hint="What the app does, and why it needs to reach designs."
      rows={3}
      value={draft.description}
      onChange={(description) => change({ description })}
      error={problems.description}
      maxLength={2000}
    />
    <TextField
      label="Website (optional)"
      name="website"
      placeholder="https://"
      value={draft.website}
      onChange={(website) => change({ website })}
      error={problems.website}
      maxLength={2000}
    />
  </Section>
);
