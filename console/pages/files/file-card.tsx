import { useState } from 'react';
import { pathHere } from '../../api/path-here.ts';
import { Day } from '../../parts/times.tsx';
import type { ShownFile } from './file-queries.ts';

/** A file's picture, name and time; the link leads to the viewer, which is a page of its own. */
export const FileCard = ({ file, place }: { file: ShownFile; place?: string }) => (
  <a className="file-card" href={pathHere(file.url)}>
    <FilePicture file={file} />
    <strong>{file.name}</strong>
    {place !== undefined && <span className="quiet">{place}</span>}
    <span className="quiet">
      Changed <Day at={file.last_modified} />
    </span>
  </a>
);

function FilePicture({ file }: { file: ShownFile }) {
  const [isMissing, setMissing] = useState(file.thumbnail_url === null);
  return (
    <span className="file-picture">
      {isMissing || file.thumbnail_url === null ? (
        <span className="quiet">No picture yet</span>
      ) : (
        <img src={pathHere(file.thumbnail_url)} alt="" loading="lazy" onError={() => setMissing(true)} />
      )}
    </span>
  );
}
