import { useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { queries } from '../../api/queries.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Form } from '../../parts/form.tsx';
import { Picker } from '../../parts/picker.tsx';
import { Section } from '../../parts/section.tsx';
import { type Person, peopleQuery, removePerson } from './people-queries.ts';

export function RemovePerson({ person }: { person: Person }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Section
      title="Remove"
      lead={`${person.handle} no longer belongs to the organization from that moment on.`}
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
  const others = users.filter(({ id }) => id !== person.id);
  const navigate = useNavigate();
  const remove = async ({ heir = '' }: Readonly<Record<string, string>>) => {
    await removePerson(person.id, heir === '' ? undefined : heir);
    await navigate({ to: '/settings/organization/people' });
    queries.setQueryData(peopleQuery.queryKey, { users: others });
    await queries.invalidateQueries(peopleQuery);
  };
  return (
    <Form words="Remove" kind="danger" action={remove} besides={<Button onPress={onClose}>Cancel</Button>}>
      <Picker
        label="Who gets their files"
        name="heir"
        hint="Only needed where they own files."
        choices={others.map(({ id, handle, email }) => ({ id, name: handle, detail: email }))}
        autoFocus
      />
    </Form>
  );
}
