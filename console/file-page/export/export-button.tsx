import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { sentenceOf } from '../../api/refusals.ts';
import type { Layer } from '../layers/layer-store.ts';
import { type Room, useRoom } from '../room.ts';
import { download } from './download.ts';
import type { Options, Wanted } from './export-settings.ts';
import { makeFiles } from './make-files.ts';

interface ExportButtonProps {
  readonly layer: Layer;
  readonly isEach: boolean;
  readonly wanted: readonly Wanted[];
  readonly options: Options;
}

/** Makes the files, says how far that is, and gives them to the person. */
export function ExportButton({ layer, isEach, wanted, options }: ExportButtonProps) {
  const room = useRoom();
  const [progress, setProgress] = useState({ done: 0, all: 0 });
  const make = useMutation({
    mutationFn: async () => {
      const layers = isEach ? await layersIn(room, layer.id) : [layer];
      const all = layers.length * wanted.length;
      setProgress({ done: 0, all });
      const { file, version } = room;
      const made = await makeFiles({ file, version, layers, wanted, options }, (done) =>
        setProgress({ done, all }),
      );
      await download(made.files, layer.name.replaceAll(/[\\/:*?"<>|]+/g, ' '));
      return made;
    },
  });
  return (
    <div className="export-run">
      <button
        type="button"
        className="button button-main"
        disabled={make.isPending}
        onClick={() => make.mutate()}
      >
        {make.isPending ? 'Exporting…' : 'Export'}
      </button>
      {make.isPending && progress.all > 1 && (
        <progress aria-label="Exported files" max={progress.all} value={progress.done} />
      )}
      <p role="status" className="quiet">
        {make.isSuccess && wordsOf(make.data.files.length, make.data.missing)}
      </p>
      {make.error !== null && <p role="alert">{sentenceOf(make.error)}</p>}
    </div>
  );
}

async function layersIn({ store }: Room, id: string): Promise<readonly Layer[]> {
  await store.want(id, Number.POSITIVE_INFINITY);
  return (store.children(id)?.layers ?? []).filter(({ hidden }) => hidden !== true);
}

function wordsOf(count: number, missing: readonly string[]): string {
  const made = count === 1 ? '1 file exported.' : `${count} files exported.`;
  return missing.length === 0
    ? made
    : `${made} There is nothing to draw of ${missing.slice(0, 5).join(', ')}.`;
}
