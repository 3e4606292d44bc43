import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import { titleOf } from '../../viewer/file-facts.ts';
import { unlistedWords } from '../../viewer/unlisted-pages.ts';
import { useRoom } from '../room.ts';
import { goTo } from '../use-place.ts';

const rowPx = 28;

/** The pages of the file; only rows that are seen, and some around them, are there. */
export function PagesList() {
  const { facts, page } = useRoom();
  const list = useRef<HTMLUListElement>(null);
  const virtual = useVirtualizer({
    count: facts.pages.length,
    getScrollElement: () => list.current?.closest('nav') ?? null,
    getItemKey: (at) => facts.pages[at]?.id ?? at,
    estimateSize: () => rowPx,
    overscan: 20,
  });
  const place = facts.pages.findIndex(({ id }) => id === page.id);
  useEffect(() => virtual.scrollToIndex(place, { align: 'auto' }), [virtual, place]);
  const unlisted = unlistedWords(facts);
  return (
    <>
      <nav className="pages-list" aria-label="Pages">
        <h2>Pages</h2>
        <ul ref={list} style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, key, start }) => {
            const one = facts.pages[index];
            return (
              one !== undefined && (
                <li
                  key={String(key)}
                  ref={virtual.measureElement}
                  data-index={index}
                  style={{ transform: `translateY(${start}px)` }}
                >
                  <button
                    type="button"
                    aria-current={one.id === page.id ? 'page' : undefined}
                    onClick={() => goTo({ page: one.id, node: undefined }, { isStep: true })}
                  >
                    <bdi className="cut">{titleOf(one)}</bdi>
                  </button>
                </li>
              )
            );
          })}
        </ul>
      </nav>
      {unlisted !== undefined && (
        <p className="panel-words unlisted">
          {unlisted} Layers on them are found below; their own addresses open them too.
        </p>
      )}
    </>
  );
}
