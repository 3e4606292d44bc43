import { useState } from 'react';
import { useOwnNode } from '../inspect/use-own-node.ts';
import { useRoom, useSelectedLayer } from '../room.ts';
import { ExportForm } from './export-form.tsx';
import './export.css';

/** Pictures of what is selected, or of each layer in it. */
export function ExportPanel() {
  const { selected, page } = useRoom();
  const layer = useSelectedLayer();
  const own = useOwnNode();
  const [isEach, setEach] = useState(false);
  if (selected === undefined || layer === undefined || own === undefined)
    return <p className="panel-words">Select a layer to export it. On {page.name} nothing is selected.</p>;
  return (
    <>
      <div className="export-what">
        <strong className="cut">{layer.name}</strong>
        {layer.has_children && (
          <label>
            <input type="checkbox" checked={isEach} onChange={(event) => setEach(event.target.checked)} />
            Each layer in it, as a file of its own
          </label>
        )}
      </div>
      <ExportForm key={selected} layer={layer} node={own.node} isEach={isEach && layer.has_children} />
    </>
  );
}
