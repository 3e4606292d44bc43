import { useState } from 'react';
import { pathHere } from '../../api/path-here.ts';
import { wayOf } from '../../parts/isolated.ts';
import { moveAmongHits } from './hit-focus.ts';
import type { Hit } from './search-query.ts';
import { markedParts } from './sought.ts';

/** A node that was found: its picture, name, place and the text around the words; the link shows it in its file. */
export const HitRow = ({ hit, q }: { hit: Hit; q: string }) => (
  <a className="hit" href={pathHere(hit.url)} onKeyDown={moveAmongHits}>
    <HitPicture hit={hit} />
    <span className="hit-words">
      <strong>
        <Marked text={hit.name} q={q} />
      </strong>
      <span className="quiet">{placeOf(hit)}</span>
      {hit.snippet !== '' && hit.snippet !== hit.name && (
        <span className="hit-snippet">
          <Marked text={hit.snippet} q={q} />
        </span>
      )}
    </span>
  </a>
);

const placeOf = ({ type, file_name, path }: Hit): string =>
  type === 'DOCUMENT' ? 'File' : `${typeName(type)} in ${wayOf([file_name, ...path])}`;

/** `COMPONENT_SET` as "Component set". */
function typeName(type: string): string {
  if (type === 'CANVAS') return 'Page';
  const words = type.toLowerCase().replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function HitPicture({ hit: { thumbnail_url } }: { hit: Hit }) {
  const [isMissing, setMissing] = useState(thumbnail_url === '');
  return (
    <span className="hit-picture">
      {!isMissing && (
        <img src={pathHere(thumbnail_url)} alt="" loading="lazy" onError={() => setMissing(true)} />
      )}
    </span>
  );
}

function Marked({ text, q }: { text: string; q: string }) {
  let start = 0;
  return markedParts(text, q).map((part, place) => {
    const key = start;
    start += part.length + 1;
    return place % 2 === 1 ? <mark key={key}>{part}</mark> : <span key={key}>{part}</span>;
  });
}
