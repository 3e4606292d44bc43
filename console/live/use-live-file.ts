import { useEffect, useRef } from 'react';
import { queries } from '../api/queries.ts';
import { followFile, type Topic } from './follow-file.ts';

/** What pages know of a file, by the first word of its query's key. */
const knownOf: Readonly<Record<Topic, readonly string[]>> = {
  file: ['versions', 'compared-file', 'gaps'],
  comments: ['comments'],
  variables: ['variables', 'node'],
  library: ['library'],
  dev_resources: ['dev resources'],
};

/** Has what the page shows of a file asked again as soon as somebody changes it. */
export function useLiveFile(file: string, also?: (topic: Topic) => void): void {
  const told = useRef(also);
  told.current = also;
  useEffect(
    () =>
      followFile(file, (topics) => {
        for (const topic of topics) {
          for (const first of knownOf[topic]) void queries.invalidateQueries({ queryKey: [first, file] });
          told.current?.(topic);
        }
      }),
    [file],
  );
}
