import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { lockedOutMs, sentenceOf } from '../../api/refusals.ts';
import { Notice } from '../../parts/notice.tsx';
import { checkAnew, checkQuery } from './mirror-queries.ts';
import { lackingWords } from './mirror-words.ts';

/** What the last check of an upstream's token brought, where it was checked since this page was opened. */
export function TokenCheck({ upstream }: { upstream: string }) {
  const { data, error } = useQuery({ ...checkQuery(upstream), enabled: false });
  const waitMs = lockedOutMs(error);
  useCheckAfter(upstream, error);
  if (waitMs !== undefined)
    return (
      <Notice kind="plain">
        {sentenceOf(error)} It is kept: the token is tried then, and what is mirrored comes.
      </Notice>
    );
  if (error !== null) return <Notice kind="wrong">{sentenceOf(error)}</Notice>;
  if (data === undefined) return undefined;
  const lacking = lackingWords(data);
  const whose = data.user === undefined ? 'The token is good.' : `The token is that of ${data.user.handle}.`;
  if (lacking.length === 0)
    return <Notice kind="good">{whose} It may read everything that is asked for.</Notice>;
  return (
    <Notice kind="plain">
      {whose} It may not read:
      <ul className="missing-scopes">
        {lacking.map(({ scope, words }) => (
          <li key={scope}>
            {words} (<code>{scope}</code>)
          </li>
        ))}
      </ul>
    </Notice>
  );
}

/** The longest that a browser waits. */
const mostWaitMs = 2 ** 31 - 1;

/** Tries the token again when the upstream takes calls again, while somebody looks. */
function useCheckAfter(upstream: string, error: unknown): void {
  useEffect(() => {
    const waitMs = lockedOutMs(error);
    if (waitMs === undefined) return undefined;
    const check = () => void checkAnew(upstream).catch(() => undefined);
    const timer = setTimeout(check, Math.min(waitMs, mostWaitMs));
    return () => clearTimeout(timer);
  }, [upstream, error]);
}
