import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { sentenceOf } from '../../api/refusals.ts';
import { sessionQuery } from '../../api/session.ts';
import { ByAndBy } from '../../parts/by-and-by.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { Notice } from '../../parts/notice.tsx';
import { Page } from '../../parts/page.tsx';
import { Empty, Section } from '../../parts/section.tsx';
import { Select } from '../../parts/select.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { Waiting } from '../../parts/waiting.tsx';
import { type Team, teamsQuery } from '../files/file-queries.ts';
import { administersTeam } from '../teams/administers-team.ts';
import { makeWebhook, type Webhook, webhooksQuery } from './webhook-queries.ts';
import './developers.css';

const lead = 'They tell an address of yours what happens to files. Admins of a team create them for it.';

/** The webhooks of the teams that the person administers. */
export function WebhooksPage() {
  const session = useSuspenseQuery(sessionQuery).data;
  const teams = useSuspenseQuery(teamsQuery).data.teams.filter((team) => administersTeam(session, team));
  return (
    <Page title="Webhooks" lead={lead} isWide>
      {teams.length === 0 && (
        <Empty command="npx vitrine webhook create --event TYPE --endpoint URL --passcode TEXT --project ID">
          You administer no team. People who edit a project can create webhooks for it through the interface.
        </Empty>
      )}
      <ByAndBy items={teams} step={20}>
        {(shown) => shown.map((team) => <TeamWebhooks key={team.id} team={team} />)}
      </ByAndBy>
    </Page>
  );
}

const columns: readonly Column<Webhook>[] = [
  {
    name: 'Endpoint',
    cell: ({ id, endpoint }) => <Link to={`/developers/webhooks/${encodeURIComponent(id)}`}>{endpoint}</Link>,
  },
  { name: 'Event', cell: ({ event_type }) => <code>{event_type}</code> },
  { name: 'What for', cell: ({ description }) => description ?? '' },
  { name: 'Status', cell: ({ status }) => (status === 'ACTIVE' ? 'Active' : 'Paused') },
];

function TeamWebhooks({ team }: { team: Team }) {
  const webhooks = useQuery(webhooksQuery('team', team.id));
  const hasNone = webhooks.data?.length === 0;
  return (
    <Section title={team.name} action={!webhooks.isPending && !hasNone && <NewWebhook team={team} />}>
      {webhooks.isPending && <Waiting />}
      {webhooks.isError && <Notice kind="wrong">{sentenceOf(webhooks.error)}</Notice>}
      {hasNone && (
        <Empty
          action={<NewWebhook team={team} />}
          command={`npx vitrine webhook create --team ${team.id} --event FILE_UPDATE --endpoint URL --passcode TEXT`}
        >
          This team has no webhooks yet.
        </Empty>
      )}
      {webhooks.data !== undefined && webhooks.data.length > 0 && (
        <Table
          name={`Webhooks of ${team.name}`}
          columns={columns}
          rows={webhooks.data}
          keyOf={({ id }) => id}
        />
      )}
    </Section>
  );
}

const events = [
  { id: 'FILE_UPDATE', name: 'FILE_UPDATE – a file was changed' },
  { id: 'FILE_VERSION_UPDATE', name: 'FILE_VERSION_UPDATE – a version was named' },
  { id: 'FILE_DELETE', name: 'FILE_DELETE – a file was deleted' },
  { id: 'LIBRARY_PUBLISH', name: 'LIBRARY_PUBLISH – a library was published' },
  { id: 'FILE_COMMENT', name: 'FILE_COMMENT – somebody commented' },
  { id: 'DEV_MODE_STATUS_UPDATE', name: 'DEV_MODE_STATUS_UPDATE – a state of development changed' },
];

function NewWebhook({ team }: { team: Team }) {
  const [event, setEvent] = useState('FILE_UPDATE');
  const navigate = useNavigate();
  const make = async ({
    endpoint = '',
    passcode = '',
    description = '',
  }: Readonly<Record<string, string>>) => {
    const { id } = await makeWebhook({
      event_type: event as Webhook['event_type'],
      context: 'team',
      context_id: team.id,
      endpoint: endpoint.trim(),
      passcode,
      description,
    });
    await navigate({ to: `/developers/webhooks/${encodeURIComponent(id)}` });
  };
  return (
    <FormDialog
      words="Create webhook"
      label={`Create webhook on ${team.name}`}
      title={`New webhook on ${team.name}`}
      send="Create"
      action={make}
    >
      <Select label="Event" choices={events} value={event} onChange={setEvent} />
      <TextField
        label="Endpoint"
        name="endpoint"
        type="url"
        hint="It gets a PING at once."
        isRequired
        maxLength={2048}
        autoFocus
        autoComplete="off"
      />
      <TextField
        label="Passcode"
        name="passcode"
        hint="Sent back in every payload; requests are signed as well."
        isRequired
        maxLength={100}
        autoComplete="off"
      />
      <TextField label="What for" name="description" maxLength={140} autoComplete="off" />
    </FormDialog>
  );
}
