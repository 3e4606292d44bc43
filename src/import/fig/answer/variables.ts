import { atOnce } from '../../../document/run-at-once.ts';
import { importSteps } from '../../../variables/import-variables.ts';
import { VariablesRefused } from '../../../variables/read-local-variables.ts';
import { guidText } from '../message/guids.ts';
import type { ImportReport } from '../message/import-report.ts';
import type { Fig, FigNode } from '../message/wanted.ts';
import type { NodeHead } from '../message/wanted-heads.ts';
import type { Answering } from './answering.ts';
import { aliasOf, variableId } from './bindings.ts';
import { extendedBy, extensionOf, type Override, overridesOf, tellMissingParents } from './extensions.ts';

const byPlace = (
  left: { readonly sortPosition?: string | undefined },
  right: { readonly sortPosition?: string | undefined },
) => ((left.sortPosition ?? '') < (right.sortPosition ?? '') ? -1 : 1);

/** The variables of a file, that nobody has looked through yet. */
export interface ReadVariables {
  readonly collections: readonly Collection[];
  readonly variables: readonly Variable[];
}

/** All variables of a file; undefined where it has none. */
export function variablesOf(file: Answering): ReadVariables | undefined {
  const nodes = [...file.index.byId.values()];
  const sets = nodes.filter(({ type }) => type === 'VARIABLE_SET');
  if (sets.length === 0) return undefined;
  const bySet = new Map<NodeHead, Placed[]>(sets.map((set) => [set, []]));
  for (const node of nodes) {
    if (node.type !== 'VARIABLE') continue;
    const variable = file.index.whole(node);
    const set = file.index.referred(variable.variableSetID);
    const members = set && bySet.get(set);
    if (set === undefined || members === undefined)
      file.report.warn('The variable belongs to no collection and is left out.', guidText(node.guid));
    else members.push(placed(variable, file.index.whole(set), file));
  }
  for (const members of bySet.values()) members.sort(byPlace);
  tellMissingParents(sets, file);
  const overrides = overridesOf(nodes, file);
  const collections = [...bySet].map(([set, members]) => ({
    ...collectionOf(set, members, file),
    variableOverrides: variableOverridesOf(file.index.whole(set), overrides.get(set) ?? [], file),
  }));
  const variables = [...bySet.values()].flat().map(({ made }) => made);
  return { collections, variables };
}

/** The same as an answer of getLocalVariables, without what no file would take. Nothing of the file is looked at. */
export function variablesAnswer(read: ReadVariables, report: ImportReport): Uint8Array | undefined {
  const meta = consistent(read, report);
  return meta && Buffer.from(JSON.stringify({ status: 200, error: false, meta }));
}

const mostRefusals = 100;

/** What is left once each variable and collection that no file would take is left out and named. */
function consistent({ collections, variables }: ReadVariables, report: ImportReport) {
  const left = { variableCollections: byId(collections, report), variables: byId(variables, report) };
  for (let refusals = 0; refusals < mostRefusals; refusals++) {
    const meta = {
      variableCollections: Object.fromEntries(left.variableCollections),
      variables: Object.fromEntries(left.variables),
    };
    const refusal = refusalOf(meta);
    if (refusal === undefined) return meta;
    const [, kind, id] = /^(variables|variableCollections)\["(.*?)"\]/.exec(refusal) ?? [];
    if (id === undefined) break;
    const along = kind === 'variables' ? 0 : leftWith(left, id);
    report.warn(`${refusal} It is left out${along === 0 ? '' : ` with its ${along} variables`}.`, id);
    leaveOut(left, kind!, id);
  }
  report.warn('The variables of the file contradict one another and are left out.');
  return undefined;
}

function byId<T extends { readonly id: string }>(all: readonly T[], report: ImportReport): Map<string, T> {
  const known = new Map<string, T>();
  for (const one of all)
    if (known.has(one.id))
      report.warn('The id is given to several variables or collections; the first counts.', one.id);
    else known.set(one.id, one);
  return known;
}

function refusalOf(meta: object): string | undefined {
  try {
    atOnce(importSteps({ meta }));
    return undefined;
  } catch (error) {
    if (error instanceof VariablesRefused) return error.message;
    throw error;
  }
}

interface Left {
  readonly variableCollections: Map<string, Collection>;
  readonly variables: Map<string, Variable>;
}

const leftWith = ({ variableCollections }: Left, id: string): number =>
  variableCollections.get(id)?.variableIds.length ?? 0;

function leaveOut({ variableCollections, variables }: Left, kind: string, id: string): void {
  const gone = kind === 'variables' ? [id] : (variableCollections.get(id)?.variableIds ?? []);
  if (kind === 'variableCollections') variableCollections.delete(id);
  for (const one of gone) {
    const variable = variables.get(one);
    variables.delete(one);
    const collection = variable && variableCollections.get(variable.variableCollectionId);
    if (collection === undefined) continue;
    const variableIds = collection.variableIds.filter((other) => other !== one);
    variableCollections.set(collection.id, { ...collection, variableIds });
  }
}

const modesOf = (set: FigNode, { modeIdOf }: Answering) =>
  [...(set.variableSetModes ?? [])].sort(byPlace).map(({ id, name = '', parentModeId }) => ({
    guid: guidText(id),
    parent: parentModeId,
    mode: { modeId: modeIdOf(set, id) ?? '', name },
  }));

type Collection = ReturnType<typeof collectionOf>;
type Variable = ReturnType<typeof variableOf>;

/** A variable as it is answered; of its node no more is kept than its place in the collection. */
interface Placed {
  readonly sortPosition: string | undefined;
  readonly made: Variable;
}

const placed = (variable: FigNode, set: FigNode, file: Answering): Placed => ({
  sortPosition: variable.sortPosition,
  made: variableOf(variable, set, file),
});

function collectionOf(head: NodeHead, members: readonly Placed[], file: Answering) {
  const set = file.index.whole(head);
  const above = extendedBy(head, file);
  const modes = modesOf(set, file).map(({ mode, parent }) => ({
    ...mode,
    parentModeId: above.length === 0 ? undefined : file.modeIdOf(above[0], parent),
  }));
  return {
    id: variableId('VariableCollectionId', set),
    name: set.name ?? '',
    key: set.key || file.localKey(guidText(set.guid)!),
    modes,
    defaultModeId: modes[0]?.modeId ?? '',
    remote: !!set.key && !!set.sourceLibraryKey,
    hiddenFromPublishing: set.isPublishable === false,
    variableIds: members.map(({ made }) => made.id),
    ...extensionOf(above),
  };
}

/** The values that a collection gives the variables of those that it extends, by its own modes. */
function variableOverridesOf(set: FigNode, overrides: readonly Override[], file: Answering) {
  const modes = modesOf(set, file);
  const entries = overrides.map(({ variableId: id, type, values }) => {
    const said = valuesByMode(values);
    const own = modes.filter(({ guid }) => said.has(guid));
    const byMode = own.map(({ guid, mode }) => [mode.modeId, modeValueOf(said.get(guid), type, id, file)]);
    return [id, Object.fromEntries(byMode)] as const;
  });
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

const valuesByMode = (values: FigNode['variableDataValues']) =>
  new Map((values?.entries ?? []).map(({ modeID, variableData }) => [guidText(modeID), variableData]));

function variableOf(variable: FigNode, set: FigNode, file: Answering) {
  const id = variableId('VariableID', variable);
  const resolvedType = variable.variableResolvedType ?? 'COLOR';
  const values = valuesByMode(variable.variableDataValues);
  const byMode = modesOf(set, file).map(({ guid, mode }) => [
    mode.modeId,
    modeValueOf(values.get(guid), resolvedType, id, file),
  ]);
  const scopes = variable.variableScopes ?? [];
  return {
    id,
    name: variable.name ?? '',
    key: variable.key || file.localKey(guidText(variable.guid)!),
    variableCollectionId: variableId('VariableCollectionId', set),
    resolvedType: resolvedTypes[resolvedType] ?? 'STRING',
    valuesByMode: Object.fromEntries(byMode),
    remote: !!variable.key && !!variable.sourceLibraryKey,
    description: variable.description ?? '',
    hiddenFromPublishing: variable.isPublishable === false,
    scopes: scopes.length === 0 ? ['ALL_SCOPES'] : scopes,
    codeSyntax: Object.fromEntries(
      (variable.codeSyntax?.entries ?? []).map(({ platform = 'WEB', value = '' }) => [platform, value]),
    ),
    deletedButReferenced: variable.isSoftDeleted || undefined,
  };
}

const resolvedTypes: Readonly<Record<string, string>> = {
  BOOLEAN: 'BOOLEAN',
  FLOAT: 'FLOAT',
  STRING: 'STRING',
  COLOR: 'COLOR',
};

const implied: Readonly<Record<string, unknown>> = {
  BOOLEAN: false,
  FLOAT: 0,
  COLOR: { r: 0, g: 0, b: 0, a: 1 },
};

/** A value of a mode: what cannot be told is the type's simplest value, and said so. */
function modeValueOf(
  data: Fig<'VariableData'> | undefined,
  type: string,
  id: string,
  file: Answering,
): unknown {
  const { value, dataType } = data ?? {};
  const alias = aliasOf(data, file.index);
  if (alias !== undefined) return alias;
  if (dataType === 'BOOLEAN' || type === 'BOOLEAN')
    if (value?.boolValue !== undefined) return value.boolValue;
  if (type === 'FLOAT' && value?.floatValue !== undefined) return value.floatValue;
  if (type === 'STRING' && value?.textValue !== undefined) return value.textValue;
  if (type === 'COLOR' && value?.colorValue !== undefined) return value.colorValue;
  file.report.warn('A value of the variable cannot be taken; the simplest of its type stands there.', id);
  return implied[type] ?? '';
}
