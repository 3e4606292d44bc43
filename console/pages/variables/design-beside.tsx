import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call, callForBytes } from '../../api/call.ts';
import { pathHere } from '../../api/path-here.ts';
import { sentenceOf } from '../../api/refusals.ts';
import { Notice } from '../../parts/notice.tsx';
import { Select } from '../../parts/select.tsx';
import type { Editing } from './use-editing.ts';
import { useObjectUrl } from './use-object-url.ts';
import { useSettled } from './use-settled.ts';

interface BesideProps {
  readonly file: string;
  /** With another version the pictures are others. */
  readonly version: string;
  /** What is not saved yet. */
  readonly changes: Editing['changes'];
}

interface Frame {
  readonly id: string;
  readonly name: string;
  readonly width: number;
}

/** A frame of the file with what is not saved yet, drawn anew when variables or the design are others. */
export function DesignBeside({ file, version, changes }: BesideProps) {
  const answer = useQuery(framesQuery(file, version));
  const [chosen, setChosen] = useState<string>();
  const frames = answer.data ?? [];
  const frame = frames.find(({ id }) => id === chosen) ?? frames[0];
  if (frame === undefined) return null;
  return (
    <aside className="design-beside" aria-label="The design">
      <Select
        label={changes === undefined ? 'The design' : 'The design with what is not saved'}
        choices={frames.map(({ id, name }) => ({ id, name }))}
        value={frame.id}
        onChange={setChosen}
      />
      {changes === undefined ? (
        <Picture file={file} version={version} frame={frame} />
      ) : (
        <Preview file={file} version={version} frame={frame} changes={changes} />
      )}
    </aside>
  );
}

const mostFrames = 200;

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
      return pages
        .flatMap((page) => (page.children ?? []).flatMap((top) => frameOf(page.name, top)))
        .slice(0, mostFrames);
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
    : [{ id, name: `${page} / ${name}`, width: box.width }];

/** Pixels of the picture's width, at the most. */
const widest = 800;

const scaleOf = ({ width }: Frame): number => Math.max(0.01, Math.min(1, widest / width));

type PictureProps = Pick<BesideProps, 'file' | 'version'> & { readonly frame: Frame };

function Picture({ file, version, frame }: PictureProps) {
  const scale = scaleOf(frame);
  const picture = useQuery({
    queryKey: ['frame-picture', file, version, frame.id],
    queryFn: async () => {
      const query = { ids: frame.id, format: 'png' as const, scale };
      const { images } = await call('GET /v1/images/{file_key}', { path: { file_key: file }, query });
      return images[frame.id] ?? null;
    },
    placeholderData: (before: string | null | undefined) => before,
  });
  if (picture.isError) return <Notice kind="wrong">{sentenceOf(picture.error)}</Notice>;
  if (picture.data === undefined) return <p className="quiet">Drawing…</p>;
  if (picture.data === null) return <p className="quiet">There is nothing of it to draw.</p>;
  return <img src={pathHere(picture.data)} alt={frame.name} aria-busy={picture.isFetching} />;
}

/** A step is drawn when the next one does not come at once. */
const restMs = 250;

function Preview({ file, version, frame, changes }: PictureProps & Required<Pick<BesideProps, 'changes'>>) {
  const settled = useSettled(changes, restMs);
  const picture = useQuery({
    queryKey: ['preview', file, version, frame.id, settled],
    queryFn: () =>
      callForBytes('POST /workspace/v1/files/{file_key}/variables/preview', {
        path: { file_key: file },
        body: { node: frame.id, scale: scaleOf(frame), changes: settled as never },
      }),
    placeholderData: keepPreviousData,
    gcTime: 0,
    retry: false,
  });
  const address = useObjectUrl(picture.data);
  if (picture.isError) return <Notice kind="wrong">{sentenceOf(picture.error)}</Notice>;
  if (address === undefined) return <p className="quiet">Drawing…</p>;
  return <img src={address} alt={frame.name} aria-busy={picture.isFetching || settled !== changes} />;
}
