import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call, callForBytes } from '../../api/call.ts';
import { pathHere } from '../../api/path-here.ts';
import { sentenceOf } from '../../api/refusals.ts';
import { Chooser } from '../../parts/chooser.tsx';
import { wayOf } from '../../parts/isolated.ts';
import { Notice } from '../../parts/notice.tsx';
import type { Editing } from './use-editing.ts';
import { useObjectUrl } from './use-object-url.ts';
import { useSettled } from './use-settled.ts';

interface BesideProps {
  readonly file: string;
  /** With another version the pictures are others. */
  readonly version: string;
  /** What is not saved yet. */
  readonly changes: Editing['changes'];
  readonly isSaving: boolean;
}

interface Frame {
  readonly id: string;
  readonly name: string;
  readonly width: number;
}

/** A frame of the file with what is not saved yet, drawn anew when variables or the design are others. */
export function DesignBeside({ file, version, changes, isSaving }: BesideProps) {
  const answer = useQuery({ ...framesQuery(file, version), placeholderData: keepPreviousData });
  const [chosen, setChosen] = useState<string>();
  const frames = answer.data ?? [];
  const frame = frames.find(({ id }) => id === chosen) ?? frames[0];
  if (frame === undefined) return null;
  return (
    <aside className="design-beside" aria-label="The design">
      <Chooser
        label={changes === undefined ? 'The design' : 'The design with unsaved changes'}
        choices={frames.map(({ id, name }) => ({ id, name }))}
        value={frame.id}
        onChange={setChosen}
      />
      <Drawing file={file} version={version} frame={frame} changes={changes} isSaving={isSaving} />
    </aside>
  );
}

const framesQuery = (file: string, version: string) =>
  queryOptions({
    queryKey: ['frames', file, version],
    queryFn: async () => {
      const answer = await call('GET /v1/files/{file_key}', {
        path: { file_key: file },
        query: { depth: 2 },
      });
      const pages = answer.document.children as readonly {
        readonly name: string;
        readonly children?: readonly Top[];
      }[];
      return pages.flatMap((page) => (page.children ?? []).flatMap((top) => frameOf(page.name, top)));
    },
  });

interface Top {
  readonly id: string;
  readonly name: string;
  readonly visible?: boolean;
  readonly absoluteBoundingBox?: { readonly width: number } | null;
}

const frameOf = (page: string, { id, name, visible, absoluteBoundingBox: box }: Top): Frame[] =>
  visible === false || box == null || box.width <= 0
    ? []
    : [{ id, name: wayOf([page, name]), width: box.width }];

/** Pixels of the picture's width, at the most. */
const widest = 800;

const scaleOf = ({ width }: Frame): number => Math.max(0.01, Math.min(1, widest / width));

type DrawingProps = BesideProps & { readonly frame: Frame };

/** One picture, which stays until the next one is drawn: also while what it shows is saved. */
function Drawing({ file, version, frame, changes, isSaving }: DrawingProps) {
  const saved = useQuery({ ...pictureQuery(file, version, frame), enabled: changes === undefined });
  const preview = usePreview({ file, version, frame, changes, isSaving });
  const { error, isBusy, src } =
    changes === undefined ? { error: saved.error, isBusy: saved.isFetching, src: saved.data } : preview;
  const shown = useLast(src);
  if (error !== null) return <Notice kind="wrong">{sentenceOf(error)}</Notice>;
  if (shown === undefined) return <p className="quiet">Drawing…</p>;
  if (shown === null) return <p className="quiet">There is nothing of it to draw.</p>;
  return <img src={shown} alt={frame.name} aria-busy={isBusy} />;
}

const pictureQuery = (file: string, version: string, frame: Frame) =>
  queryOptions({
    queryKey: ['frame-picture', file, version, frame.id],
    queryFn: async () => {
      const query = { ids: frame.id, format: 'png' as const, scale: scaleOf(frame) };
      const { images } = await call('GET /v1/images/{file_key}', { path: { file_key: file }, query });
      const address = images[frame.id] ?? null;
      return address === null ? null : pathHere(address);
    },
  });

/** A step is drawn when the next one does not come at once. */
const restMs = 250;

/** The frame with what is not saved; while that is saved it is not drawn anew. */
function usePreview({ file, version, frame, changes, isSaving }: DrawingProps) {
  const settled = useSettled(changes, restMs);
  const { data, error, isFetching } = useQuery({
    queryKey: ['preview', file, version, frame.id, settled],
    queryFn: () =>
      callForBytes('POST /workspace/v1/files/{file_key}/variables/preview', {
        path: { file_key: file },
        body: { node: frame.id, scale: scaleOf(frame), changes: settled as never },
      }),
    enabled: settled !== undefined && !isSaving,
    gcTime: 0,
    retry: false,
  });
  return { error, isBusy: isFetching || isSaving || settled !== changes, src: useObjectUrl(data) };
}

/** The last value that there was. */
function useLast<T>(value: T | undefined): T | undefined {
  const [last, setLast] = useState(value);
  if (value !== undefined && value !== last) setLast(value);
  return value === undefined ? last : value;
}
