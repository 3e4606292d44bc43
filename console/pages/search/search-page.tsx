import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { sentenceOf } from '../../api/refusals.ts';
import { NextPage } from '../../parts/next-page.tsx';
import { Notice } from '../../parts/notice.tsx';
import { Page } from '../../parts/page.tsx';
import { Empty, Section } from '../../parts/section.tsx';
import { Waiting } from '../../parts/waiting.tsx';
import { AddressHint, addressIn } from './address-hint.tsx';
import { HitRow } from './hit-row.tsx';
import { SearchFilters } from './search-filters.tsx';
import { searchQuery } from './search-query.ts';
import { isSought, type Sought } from './sought.ts';
import { useSought } from './use-sought.ts';
import './search.css';

/** What the box at the top finds in all files that the person sees. */
export function SearchPage() {
  const { sought, seek } = useSought();
  const address = addressIn(sought.q);
  return (
    <Page title="Search" {...(sought.q === undefined ? {} : { part: sought.q })} isWide>
      <Section label="What narrows the search">
        <SearchFilters sought={sought} seek={seek} />
      </Section>
      <Section title="Found">
        {address !== undefined && <AddressHint address={address} />}
        {address === undefined && isSought(sought) && <Found sought={sought} />}
        {!isSought(sought) && (
          <Empty command="npx vitrine find WORDS">
            Type words of names or texts above. All of them have to be in a node, each as a whole word or as
            the beginning of one. A font or a kind alone finds what has it.
          </Empty>
        )}
      </Section>
    </Page>
  );
}

/** So many are shown before somebody asks for more, though pages of the answer may be short. */
const fewHits = 10;

function Found({ sought }: { sought: Sought }) {
  const answer = useInfiniteQuery({ ...searchQuery(sought), placeholderData: keepPreviousData });
  const { hasNextPage, isFetchingNextPage, fetchNextPage, isPlaceholderData } = answer;
  const hits = answer.data?.pages.flatMap((page) => page.hits) ?? [];
  const isShort = hits.length < fewHits && hasNextPage && !isFetchingNextPage && !isPlaceholderData;
  useEffect(() => {
    if (isShort) void fetchNextPage();
  }, [isShort, fetchNextPage]);
  const isDone = answer.isSuccess && !isShort && !isFetchingNextPage;
  return (
    <>
      <p role="status" className={hits.length > 0 ? 'quiet' : 'unseen'}>
        {isDone && countText(hits.length, hasNextPage)}
      </p>
      {answer.isPending && <Waiting />}
      {answer.isError && <Notice kind="wrong">{sentenceOf(answer.error)}</Notice>}
      {isDone && hits.length === 0 && (
        <p className="quiet">
          Nothing that you can see has all of this. What has just come in is found a few seconds later.
        </p>
      )}
      {hits.length > 0 && (
        <ol className="hits" aria-label="Found">
          {hits.map((hit) => (
            <li key={`${hit.file_key} ${hit.node_id}`}>
              <HitRow hit={hit} q={sought.q ?? ''} />
            </li>
          ))}
        </ol>
      )}
      <NextPage of={answer} words="Show more" />
    </>
  );
}

const countText = (count: number, hasMore: boolean): string =>
  hasMore ? `The first ${count.toLocaleString('en')}` : `${count.toLocaleString('en')} found`;
