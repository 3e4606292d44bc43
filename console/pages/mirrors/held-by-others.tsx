import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import { Notice } from '../../parts/notice.tsx';
import { type Mirror, mirrorsQuery } from './mirror-queries.ts';
import { filesWords, nameOf } from './mirror-words.ts';

/** Which other mirrors have files that are on the lists of this one; nothing where none has. */
export function HeldByOthers({ mirror: { held_by_others: held } }: { mirror: Mirror }) {
  const mirrors = useQuery(mirrorsQuery).data?.mirrors ?? [];
  if (held.length === 0) return undefined;
  return (
    <Notice kind="plain">
      {held.map(({ mirror: id, files }, index) => (
        <Fragment key={id ?? ''}>
          {index === 0 ? '' : ', '}
          {filesWords(files)} held by{' '}
          {id === undefined ? (
            'a mirror that you do not see'
          ) : (
            <Link to={`/settings/organization/mirrors/${encodeURIComponent(id)}`}>{nameIn(mirrors, id)}</Link>
          )}
        </Fragment>
      ))}
      . A file has one mirror, the first that took it, which keeps it current.
    </Notice>
  );
}

function nameIn(mirrors: readonly Mirror[], id: string): string {
  const found = mirrors.find((one) => one.id === id);
  return found === undefined ? `mirror ${id}` : nameOf(found);
}
