import { useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { queries } from '../../api/queries.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Form } from '../../parts/form.tsx';
import { Section } from '../../parts/section.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { colleagueOf } from './colleague.ts';
import { type Person, peopleQuery, removePerson } from './people-queries.ts';

export function RemovePerson({ person }: { person: Person }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Section
      title="Remove"
      lead={`${person.handle} belongs to the organization no longer, from that moment on.`}
      action={
        <Button kind="danger" onPress={() => setOpen(true)}>
          Remove
        </Button>
      }
    >
      <Dialog title={`Remove ${person.handle}?`} isOpen={isOpen} onClose={() => setOpen(false)}>
        <p>
          They are signed out everywhere. Their tokens, their places in teams and projects, what they allowed
          apps, and invitations that they sent end at once. Versions and comments keep their name; apps and
          webhooks that they made stay.
        </p>
        <RemoveForm person={person} onClose={() => setOpen(false)} />
      </Dialog>
    </Section>
  );
}

/** Who gets the files is asked always, and needed only where there are some; the server knows. */
function RemoveForm({ person, onClose }: { person: Person; onClose: () => void }) {
  const { users } = useSuspenseQuery(peopleQuery).data;
  const navigate = useNavigate();
  const remove = async ({ heir = '' }: Readonly<Record<string, string>>) => {
    await removePerson(person.id, heir.trim() === '' ? undefined : colleagueOf(users, heir, 'heir').id);
    await navigate({ to: '/settings/organization/people' });
    queries.setQueryData(peopleQuery.queryKey, { users: users.filter(({ id }) => id !== person.id) });
    await queries.invalidateQueries(peopleQuery);
  };
  return (
    <Form words="Remove" kind="danger" action={remove} besides={<Button onPress={onClose}>Cancel</Button>}>
      <TextField
        label="Who gets their files"
        name="heir"
        hint="E-mail address of a colleague. Only needed where they own files."
        type="email"
        maxLength={320}
        autoFocus
        autoComplete="off"
      />
    </Form>
  );
}
