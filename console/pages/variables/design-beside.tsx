import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { pathHere } from '../../api/path-here.ts';
import { sentenceOf } from '../../api/refusals.ts';
import { Notice } from '../../parts/notice.tsx';
import { Select } from '../../parts/select.tsx';

interface BesideProps {
  readonly file: string;
  /** With another version the pictures are others. */
  readonly version: string;
}

interface Frame {
  readonly id: string;
  readonly name: string;
  readonly width: number;
}

/** A frame of the file as it is saved, drawn anew when variables or the design are others. */
export function DesignBeside({ file, version }: BesideProps) {
  const answer = useQuery(framesQuery(file, version));
  const [chosen, setChosen] = useState<string>();
  const frames = answer.data ?? [];
  const frame = frames.find(({ id }) => id === chosen) ?? frames[0];
  if (frame === undefined) return null;
  return (
    <aside className="design-beside" aria-label="The design">
      <Select
        label="The design as it is saved"
        choices={frames.map(({ id, name }) => ({ id, name }))}
        value={frame.id}
        onChange={setChosen}
      />
      <Picture file={file} version={version} frame={frame} />
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

function Picture({ file, version, frame }: BesideProps & { frame: Frame }) {
  const scale = Math.max(0.01, Math.min(1, widest / frame.width));
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
