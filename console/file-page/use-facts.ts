import { useEffect, useRef, useState } from 'react';
import { addressOf } from '../api/address-of.ts';
import { regainSession, signInsOverPage } from '../api/as-person.ts';
import type { Answer } from '../api/call.ts';
import type { Facts as ViewerFacts } from '../viewer/file-facts.ts';
import { followFacts } from '../viewer/poll-file-facts.ts';
import { unlistedWords } from '../viewer/unlisted-pages.ts';
import type { Place } from './place.ts';

/** What the viewer knows, and who the person is to the file. */
export type Facts = ViewerFacts &
  Pick<Answer<'GET /viewer/v1/files/{file_key}'>, 'role' | 'place' | 'mirror' | 'archived'>;
export type { Page } from '../viewer/file-facts.ts';

interface Followed {
  readonly facts?: Facts;
  /** Why there are none, in words. */
  readonly problem?: string;
  /** Asks again before long. */
  readonly askSoon: () => void;
}

/** What is known of the file at a place, or of one version of it, asked again now and then. */
export function useFacts(file: string, place: Place): Followed {
  const { version } = place;
  const [followed, setFollowed] = useState<Omit<Followed, 'askSoon'>>({});
  const ask = useRef(() => {});
  const sought = useSought(followed.facts, place);
  useEffect(() => {
    let isOver = false;
    let signIns = signInsOverPage();
    const query = {
      ...(version !== undefined && { version }),
      ...(sought !== undefined && { 'node-id': sought }),
    };
    const address = addressOf('GET /viewer/v1/files/{file_key}', { path: { file_key: file }, query });
    const follower = followFacts(() => address, {
      came: (facts: Facts) => {
        const take = () => setFollowed({ facts });
        if (facts.role === undefined) return onceSure(take);
        signIns = signInsOverPage();
        take();
      },
      missed: (problem, isGone) => {
        if (isGone) onceSure(() => setFollowed({ problem }));
        else setFollowed((before) => (before.facts === undefined ? { problem } : before));
      },
    });
    /** Who is signed out sees less, or nothing: the page waits until they are back then, and asks again. */
    const onceSure = (tell: () => void) =>
      void regainSession().then((now) => {
        if (now > signIns) follower.askSoon();
        else if (!isOver) tell();
        signIns = now;
      }, follower.askSoon);
    ask.current = follower.askSoon;
    return () => {
      isOver = true;
      follower.stop();
    };
  }, [file, version, sought]);
  return { ...followed, askSoon: () => ask.current() };
}

/** What is looked up with the facts: what the address names at the start, and later a page that they do not list. */
function useSought(facts: Facts | undefined, { node, page }: Place): string | undefined {
  const [sought, seek] = useState(node ?? page);
  const isUnlisted =
    facts !== undefined && unlistedWords(facts) !== undefined && !facts.pages.some(({ id }) => id === page);
  useEffect(() => {
    if (isUnlisted && page !== undefined) seek(page);
  }, [isUnlisted, page]);
  return sought;
}
