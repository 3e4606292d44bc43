import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { queries } from '../../api/queries.ts';
import { NotYet } from '../../api/refusals.ts';
import { type Session, sessionQuery } from '../../api/session.ts';
import { Chooser } from '../../parts/chooser.tsx';
import { Form } from '../../parts/form.tsx';
import { Empty } from '../../parts/section.tsx';
import type { Choice } from '../../parts/select.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { type Team, teamsQuery } from '../files/file-queries.ts';
import { administersTeam } from '../teams/administers-team.ts';
import { appsQuery, type MadeApp } from './app-queries.ts';
import { websiteProblem } from './form-problems.ts';
import { LogoField } from './logo-field.tsx';

export function NewAppForm({ onMade }: { onMade: (app: MadeApp) => void }) {
  const places = usePlaces();
  const [place, setPlace] = useState(places[0]?.id ?? '');
  const [logo, setLogo] = useState<string | null>(null);
  if (places.length === 0)
    return (
      <Empty>
        An app belongs to a team or an organization, and there is none yet in which you may make one.
      </Empty>
    );
  const make = async ({ name = '', website = '' }: Readonly<Record<string, string>>) => {
    if (name.trim() === '') throw new NotYet('A name is missing.');
    const [kind, id = ''] = place.split('/');
    const owner = kind === 'team' ? { team: id } : { organization: id };
    const body = { name: name.trim(), ...owner, website: website.trim() || null, logo };
    onMade(await call('POST /workspace/v1/apps', { body }));
    await queries.invalidateQueries(appsQuery);
  };
  return (
    <Form words="Create app" action={make}>
      <TextField
        label="Name"
        name="name"
        hint="People see it when they are asked to allow the app."
        isRequired
        maxLength={255}
        autoFocus
        autoComplete="off"
      />
      <Chooser
        label="Belongs to"
        hint="While it is private, the people there can use it."
        choices={places}
        value={place}
        onChange={setPlace}
      />
      <TextField
        label="Website (optional)"
        name="website"
        hint="Where people learn more of it."
        maxLength={2000}
        validate={websiteProblem}
      />
      <LogoField name="" value={logo} onChange={setLogo} />
    </Form>
  );
}

/** Where the person may make apps, no guest: their organization, and the teams where they do more than view. */
function usePlaces(): readonly Choice[] {
  const session = useSuspenseQuery(sessionQuery).data;
  const { teams } = useSuspenseQuery(teamsQuery).data;
  const { organization, role } = session.user;
  if (role === 'guest') return [];
  const own = organization === null ? [] : [organization];
  return [
    ...own.map((id) => ({ id: `organization/${id}`, name: 'Your organization' })),
    ...teams
      .filter((team) => mayMakeApps(session, team))
      .map(({ id, name }) => ({ id: `team/${id}`, name: `The team ${name}` })),
  ];
}

function mayMakeApps(session: Session, team: Team): boolean {
  const isEditor = team.members?.some(({ user, role }) => user === session.user.id && role === 'editor');
  return isEditor === true || administersTeam(session, team);
}
