import { useEffect } from 'react';
import { FileView } from './file-view.tsx';
import { namedFile } from './named-file.ts';
import { NoFile } from './no-file.tsx';
import { useFacts } from './use-facts.ts';
import { usePlace } from './use-place.ts';

const file = namedFile(location);

/** The page of the file that the address names. */
export function FilePage() {
  const place = usePlace();
  const { version } = place;
  const { facts, problem, askSoon } = useFacts(file, place);
  const title = facts?.name ?? problem ?? 'File';
  useEffect(() => {
    document.title = `${title} · Vitrine`;
  }, [title]);
  if (facts !== undefined && problem === undefined)
    return <FileView file={file} version={version} facts={facts} askSoon={askSoon} />;
  return <NoFile problem={problem} />;
}
