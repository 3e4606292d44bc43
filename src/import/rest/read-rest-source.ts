import { DocumentRefused } from '../../document/document-refused.ts';
import type { BegunSource, DocumentSource, DocumentWarning } from '../../document/document-source.ts';
import { checkJson, checkUtf8 } from '../../document/json-check.ts';
import { decodeString, isObjectAt, members, skipSpace } from '../../document/json-spans.ts';
import { walkSpace } from '../../document/json-tokens.ts';
import { beginFileAnswer, readFields, readFileAnswer } from './file-answer.ts';
import { type Properties, readProperties, stringProperty, textOf } from './properties.ts';
import { type Maps, mergeMaps, readMaps } from './read-maps.ts';
import { wrapNodes } from './wrap-nodes.ts';

/**
 * Reads an answer of Get file or of Get file nodes, of any age, or a single node.
 *
 * @throws DocumentRefused
 */
export function readRestSource(bytes: Uint8Array): DocumentSource | BegunSource {
  const text = checkUtf8(bytes);
  const start = walkSpace(text, 0, undefined);
  const begun = isObjectAt(text, start) ? beginFileAnswer(text, start) : undefined;
  return begun === undefined ? readWhole(bytes) : { ...begun, readWhole: () => readWhole(bytes) };
}

function readWhole(bytes: Uint8Array): DocumentSource {
  const text = checkJson(bytes);
  const start = skipSpace(text, 0);
  if (!isObjectAt(text, start))
    throw new DocumentRefused(`The file is no design: ${expected}; found no object.`);
  const file = readProperties(text, start);
  if (file.spans.has('document')) return readFileAnswer(file);
  if (file.spans.has('nodes')) return readNodesAnswer(file);
  if (stringProperty(file, 'id') !== undefined && stringProperty(file, 'type') !== undefined) {
    return readBareNode(text.subarray(start));
  }
  throw new DocumentRefused(`The file is no design: ${expected}; found ${listKeys(file)}.`);
}

const expected =
  'expected a file answer with "document", a nodes answer with "nodes", or one node with "id" and "type"';

function listKeys({ spans }: Properties): string {
  const keys = [...spans.keys()].slice(0, 5).map((key) => JSON.stringify(key.slice(0, 40)));
  return keys.length === 0 ? 'an empty object' : `an object with ${keys.join(', ')}`;
}

function readNodesAnswer(file: Properties): DocumentSource {
  const { text, spans } = file;
  const { start } = spans.get('nodes')!;
  if (!isObjectAt(text, start)) throw new DocumentRefused('The property nodes is not an object.');
  const documents: Uint8Array[] = [];
  const maps: Maps[] = [];
  const warnings: DocumentWarning[] = [];
  for (const { keyStart, keyEnd, start: value } of members(text, start)) {
    const key = decodeString(text, keyStart, keyEnd);
    if (text[value] === 0x6e) {
      warnings.push({ node: key, reason: 'The file has no content for this node.' });
      continue;
    }
    const entry = readNodesEntry(text, value, key);
    documents.push(entry.document);
    maps.push(entry.maps);
  }
  const wrapped = wrapNodes(documents);
  return {
    document: wrapped.document,
    ...mergeMaps(maps),
    fields: readFields(file),
    warnings: [...warnings, ...wrapped.warnings],
  };
}

function readNodesEntry(text: Uint8Array, at: number, key: string): { document: Uint8Array; maps: Maps } {
  const entry = isObjectAt(text, at) ? readProperties(text, at) : undefined;
  const document = entry && textOf(entry, 'document');
  if (entry === undefined || document === undefined) {
    throw new DocumentRefused(`The entry ${key.slice(0, 100)} of nodes has no document.`);
  }
  return { document, maps: readMaps(entry) };
}

function readBareNode(text: Uint8Array): DocumentSource {
  const { document, warnings } = wrapNodes([text]);
  const warning = {
    reason: 'The file is a single node; it is taken without component and style descriptions.',
  };
  return {
    document,
    components: [],
    componentSets: [],
    styles: [],
    fields: {},
    warnings: [warning, ...warnings],
  };
}
