import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { ActionButton } from '../../parts/action-button.tsx';
import { ConfirmButton } from '../../parts/confirm.tsx';
import { Facts } from '../../parts/facts.tsx';
import { Notice } from '../../parts/notice.tsx';
import { Page } from '../../parts/page.tsx';
import { Section } from '../../parts/section.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { Day, Moment } from '../../parts/times.tsx';
import { allProjectsQuery } from '../files/file-queries.ts';
import { useOwnProjects } from '../places/use-own-projects.ts';
import { HeldByOthers } from './held-by-others.tsx';
import {
  changeMirror,
  detachMirror,
  lookAgain,
  type Mirror,
  mirrorQuery,
  syncMirror,
  upstreamsQuery,
} from './mirror-queries.ts';
import { MirrorState } from './mirror-state.tsx';
import { adviceOn, besidesOf, filesWords, nameOf, progressOf } from './mirror-words.ts';
import { MirroredFiles } from './mirrored-files.tsx';
import { ChangeOlderVersions } from './older-versions.tsx';
import './mirrors.css';

const breadcrumbs = [{ name: 'Mirrors', to: '/settings/organization/mirrors' }];

/** One mirror: how far it is, what it waits for, and what can be done about it. */
export function MirrorPage() {
  const { mirrorId: id } = useParams({ strict: false }) as { mirrorId: string };
  const mirror = useSuspenseQuery(mirrorQuery(id)).data;
  const mayChange = useOwnProjects().some(({ id: own }) => own === mirror.project);
  return (
    <Page
      title={nameOf(mirror)}
      part="Mirror"
      breadcrumbs={breadcrumbs}
      action={mayChange && <Actions mirror={mirror} />}
      isWide
    >
      <Standing mirror={mirror} />
      <MirroredFiles mirror={mirror} mayChange={mayChange} />
      <Section
        title="Calls of the upstream"
        lead="How much of our share of its limits is used. What a person is waiting for goes first."
      >
        <Table name="Limits" columns={budgetColumns} rows={mirror.budgets} keyOf={({ tier }) => `${tier}`} />
      </Section>
    </Page>
  );
}

function Actions({ mirror }: { mirror: Mirror }) {
  const { id, state, paused_until } = mirror;
  const navigate = useNavigate();
  const end = async () => {
    await detachMirror(id);
    await navigate({ to: '/settings/organization/mirrors' });
    await lookAgain();
  };
  const isPaused = state === 'paused' && paused_until === undefined;
  return (
    <>
      <ConfirmButton words="Detach" kind="outlined" title="Detach all of this mirror?" action={end}>
        Its files stay as they are and may be changed here. They no longer follow anything.
      </ConfirmButton>
      <ChangeOlderVersions mirror={mirror} />
      <ActionButton
        words={isPaused ? 'Resume' : 'Pause'}
        action={() => changeMirror(id, { paused: !isPaused })}
      />
      {!isPaused && <ActionButton words="Look now" action={() => syncMirror(id)} />}
    </>
  );
}

function Standing({ mirror }: { mirror: Mirror }) {
  const { state, upstream, project, created_at, paused_until, reason } = mirror;
  const { upstreams } = useSuspenseQuery(upstreamsQuery).data;
  const projects = useQuery(allProjectsQuery).data?.projects ?? [];
  const { current, all } = progressOf(mirror);
  const advice = adviceOn(mirror);
  return (
    <Section label="State">
      <Facts
        facts={[
          ['State', <MirrorState key="state" mirror={mirror} />],
          ['Upstream', upstreams.find(({ id }) => id === upstream)?.name ?? upstream],
          ['Lies in', projects.find(({ id }) => id === project)?.name ?? project],
          ['Comes with it', besidesOf(mirror)],
          ['Learns of changes', mirror.webhooks ? 'by webhooks there, and by looking' : 'by looking'],
          ['Since', <Day key="since" at={created_at} />],
          ...(paused_until === undefined
            ? []
            : [['No calls until', <Moment key="until" at={paused_until} />] as const]),
        ]}
      />
      {all > 0 && (
        <div className="mirror-progress">
          <progress aria-label="Files that are current" max={Math.max(1, all)} value={current} />
          <span className="quiet">
            {current} of {filesWords(all)} current
          </span>
        </div>
      )}
      <HeldByOthers mirror={mirror} />
      {(reason ?? advice) !== undefined && (
        <Notice kind={state === 'failed' ? 'wrong' : 'plain'}>
          {[reason, advice].filter((text) => text !== undefined).join(' ')}
        </Notice>
      )}
    </Section>
  );
}

const budgetColumns: readonly Column<Mirror['budgets'][number]>[] = [
  { name: 'Kind of call', cell: ({ tier }) => `${tierWords[tier] ?? ''} (tier ${tier})` },
  { name: 'Used', cell: ({ used, most, period }) => `${used} of ${most} a ${period}` },
  {
    name: 'Locked out',
    cell: ({ paused_until }) =>
      paused_until === undefined ? (
        'no'
      ) : (
        <>
          until <Moment at={paused_until} />
        </>
      ),
  },
];

const tierWords: Readonly<Record<number, string>> = {
  1: 'Documents',
  2: 'Lists, images, comments',
  3: 'Whether a file changed',
};
