import { basePath } from '../api/base-path.ts';
import type { Facts } from './use-facts.ts';

type Mirror = NonNullable<Facts['mirror']>;

const states: Readonly<Record<Mirror['state'], string>> = {
  current: 'as of',
  stale: 'something newer is being brought; as of',
  paused: 'paused; as of',
  gone: 'gone there; as of',
};
const moment = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** Says of a file that follows another server where it comes from, and how fresh it is. */
export function MirrorMark({ mirror: { state, checked_at, id, upstream_name } }: { mirror: Mirror }) {
  const from = upstream_name === undefined ? '' : ` from ${upstream_name}`;
  const at = checked_at === null ? 'never' : moment.format(new Date(checked_at));
  const rest = `${from}, ${states[state]} ${at}`;
  const words = (
    <>
      Mirrored<span className="mirror-rest">{rest}</span>
    </>
  );
  const look = {
    className: `mirror-mark cut mirror-${state}`,
    title: `Mirrored${rest}. It is changed there.`,
  };
  if (id === undefined) return <span {...look}>{words}</span>;
  return (
    <a {...look} href={`${basePath}/settings/organization/mirrors/${encodeURIComponent(id)}`}>
      {words}
    </a>
  );
}
