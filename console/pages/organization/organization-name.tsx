import { Facts } from '../../parts/facts.tsx';
import { Form } from '../../parts/form.tsx';
import { Section } from '../../parts/section.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { changeOrganization } from './organization-queries.ts';

export const OrganizationName = ({ name, mayChange }: { name: string; mayChange: boolean }) => (
  <Section title="Organization" lead={mayChange ? undefined : 'Its administrators can change this.'}>
    {mayChange ? (
      <Form words="Save name" action={rename} done="Name saved">
        <TextField
          label="Name"
          name="name"
          defaultValue={name}
          isRequired
          maxLength={255}
          autoComplete="off"
        />
      </Form>
    ) : (
      <Facts facts={[['Name', name]]} />
    )}
  </Section>
);

const rename = ({ name = '' }: Readonly<Record<string, string>>) => changeOrganization({ name: name.trim() });
