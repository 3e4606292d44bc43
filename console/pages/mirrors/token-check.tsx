import { useQuery } from '@tanstack/react-query';
import { sentenceOf } from '../../api/refusals.ts';
import { Notice } from '../../parts/notice.tsx';
import { checkQuery } from './mirror-queries.ts';
import { lackingWords } from './mirror-words.ts';

/** What the last check of an upstream's token brought, where it was checked since this page was opened. */
export function TokenCheck({ upstream }: { upstream: string }) {
  const { data, error } = useQuery({ ...checkQuery(upstream), enabled: false });
  if (error !== null) return <Notice kind="wrong">{sentenceOf(error)}</Notice>;
  if (data === undefined) return undefined;
  const lacking = lackingWords(data);
  const whose = `The token is that of ${data.user.handle}.`;
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
