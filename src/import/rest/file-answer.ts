import { DocumentRefused } from '../../document/document-refused.ts';
import type { BegunSource, DocumentSource, FileFields } from '../../document/document-source.ts';
import { type Properties, stringProperty, textOf, walkProperties } from './properties.ts';
import { readMaps } from './read-maps.ts';

/** A source that is begun, and does not know yet how it is read whole. */
type Begun = Omit<BegunSource, 'readWhole'>;

/**
 * Reads an object up to its document. Undefined where it has none before what holds nodes in other answers, and where
 * something is wrong with it, which whoever reads it whole will tell.
 */
export function beginFileAnswer(text: Uint8Array, start: number): Begun | undefined {
  const walk = walkProperties(text, start);
  const from = documentStart(walk);
  if (from === undefined) return undefined;
  const finish = (documentEnd: number): DocumentSource => {
    let rest = walk.next(from + documentEnd);
    while (!rest.done) rest = walk.next();
    return readFileAnswer(rest.value);
  };
  return { text: text.subarray(from), levels: 1, finish };
}

function documentStart(walk: ReturnType<typeof walkProperties>): number | undefined {
  try {
    for (let reached = walk.next(); !reached.done; reached = walk.next()) {
      const { key, start } = reached.value;
      if (key === 'document') return start;
      if (key === 'nodes' || key === 'children') return undefined;
    }
  } catch (error) {
    if (!(error instanceof DocumentRefused)) throw error;
  }
  return undefined;
}

/** A file answer whose text is known to be JSON. */
export function readFileAnswer(file: Properties): DocumentSource {
  return { document: textOf(file, 'document')!, ...readMaps(file), fields: readFields(file), warnings: [] };
}

const fieldNames = [
  'name',
  'lastModified',
  'version',
  'thumbnailUrl',
  'editorType',
  'role',
  'linkAccess',
] as const;

export function readFields(file: Properties): FileFields {
  const found = fieldNames.map((name) => [name, stringProperty(file, name)]);
  return Object.fromEntries(found.filter(([, value]) => value !== undefined));
}
