import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useEffect, useMemo, useRef } from 'react';
import { dayText } from '../../parts/times.tsx';
import { VersionRow } from './version-row.tsx';
import { rowsByDay } from './version-rows.ts';
import type { Version } from './versions-query.ts';

interface VersionListProps {
  readonly versions: readonly Version[];
  /** Called when the last of them come into view. */
  readonly onEnd: () => void;
}

const dayPx = 36;
const versionPx = 76;

/** The versions by day; only rows that are seen are there, so that thousands cost no more than a few. */
export function VersionList({ versions, onEnd }: VersionListProps) {
  const rows = useMemo(() => rowsByDay(versions, dayText), [versions]);
  const place = useRef<HTMLOListElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => place.current?.closest('.panel') ?? null,
    getItemKey: (at) => rows[at]?.key ?? at,
    estimateSize: (at) => ('day' in (rows[at] ?? {}) ? dayPx : versionPx),
    scrollMargin: place.current?.offsetTop ?? 0,
    overscan: 6,
  });
  const shown = virtual.getVirtualItems();
  const isAtEnd = shown.at(-1)?.index === rows.length - 1;
  useEffect(() => {
    if (isAtEnd) onEnd();
  }, [isAtEnd, onEnd]);
  /** The first version, or the last that is read by now: more may be read on the way there. */
  const goToEnd = (end: 'first' | 'last') => {
    const at = end === 'first' ? rows.findIndex((row) => !('day' in row)) : rows.length - 1;
    virtual.scrollToIndex(end === 'first' ? 0 : at);
    focusOnceThere(() => place.current?.querySelector(`[data-index="${at}"] button`), framesToWait);
  };
  return (
    <ol
      className="versions"
      aria-label="Versions"
      ref={place}
      style={{ height: virtual.getTotalSize() }}
      onKeyDown={(event) => step(event, goToEnd)}
    >
      {shown.map(({ index, key, start }) => {
        const row = rows[index];
        return (
          row !== undefined && (
            <li
              key={String(key)}
              ref={virtual.measureElement}
              data-index={index}
              style={{ transform: `translateY(${start - virtual.options.scrollMargin}px)` }}
            >
              {'day' in row ? (
                <span className="version-day">{row.day}</span>
              ) : (
                <VersionRow version={row.version} isCurrent={row.version === versions[0]} />
              )}
            </li>
          )
        );
      })}
    </ol>
  );
}

const framesToWait = 120;

/** Rows that are scrolled to are there some frames later. */
function focusOnceThere(find: () => HTMLElement | null | undefined, frames: number): void {
  const found = find();
  if (found) found.focus();
  else if (frames > 0) requestAnimationFrame(() => focusOnceThere(find, frames - 1));
}

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 };

/** Keys go from version to version; rows a little out of sight are there already, and Home and End scroll to theirs. */
function step(event: KeyboardEvent<HTMLOListElement>, end: (place: 'first' | 'last') => void): void {
  const by = steps[event.key];
  if (event.key === 'Home' || event.key === 'End') end(event.key === 'Home' ? 'first' : 'last');
  if (by !== undefined) {
    const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('button')];
    const at = buttons.indexOf(document.activeElement as HTMLElement) + by;
    buttons[Math.min(Math.max(at, 0), buttons.length - 1)]?.focus();
  }
  if (by !== undefined || event.key === 'Home' || event.key === 'End') event.preventDefault();
}
