import { toldAt } from '../../api/refusals.ts';
import { Form } from '../../parts/form.tsx';
import { Section } from '../../parts/section.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { changePerson, type Person } from './people-queries.ts';

/** What somebody is called, and what they sign in with. */
export function NameAndAddress({ person }: { person: Person }) {
  const save = async ({ handle = '', email = '' }: Readonly<Record<string, string>>) => {
    const body = {
      ...(handle.trim() === person.handle ? {} : { handle: handle.trim() }),
      ...(email.trim() === person.email ? {} : { email: email.trim() }),
    };
    if (Object.keys(body).length > 0) await changePerson(person.id, body).catch(toldAt('email', 409));
  };
  return (
    <Section
      title="Name and e-mail address"
      lead="They sign in with the address. Once it changes, links for choosing a password stop working."
    >
      <Form words="Save name and address" action={save} done="Name and address saved">
        <TextField
          label="Name"
          name="handle"
          defaultValue={person.handle}
          isRequired
          maxLength={255}
          autoComplete="off"
        />
        <TextField
          label="E-mail address"
          name="email"
          type="email"
          defaultValue={person.email}
          isRequired
          maxLength={320}
          autoComplete="off"
        />
      </Form>
    </Section>
  );
}
