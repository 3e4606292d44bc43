import { guidText } from '../message/guids.ts';
import type { ImportReport } from '../message/import-report.ts';
import type { NodeIndex } from '../message/node-index.ts';
import type { NodeHead } from '../message/wanted-heads.ts';
import type { ModeIdOf } from './answering.ts';
import { variableId } from './bindings.ts';

/**
 * Modes are told apart by their ids alone, and some programs number those of each collection anew. The collection of
 * the lowest id keeps such an id; in the others it stands behind that of the collection. Those that extend others
 * come last: that they have the modes of these is how they are answered. What comes from a library is known by the
 * ids that it has there.
 */
export function modeIds({ byId, whole }: NodeIndex, report: ImportReport): ModeIdOf {
  const owners = new Map<string, string>();
  const renamed = new Set<string>();
  const isOwn = ({ type, key, sourceLibraryKey }: NodeHead) =>
    type === 'VARIABLE_SET' && !(key && sourceLibraryKey);
  const extending = new Set(
    [...byId.values()].filter((set) => isOwn(set) && whole(set).backingVariableSetId),
  );
  const others = [...byId.values()].filter((set) => isOwn(set) && !extending.has(set));
  for (const set of [...others.sort(inOrder), ...[...extending].sort(inOrder)]) {
    const id = guidText(set.guid)!;
    const modes = (whole(set).variableSetModes ?? []).map((mode) => guidText(mode.id) ?? '');
    for (const mode of modes) if (!owners.has(mode)) owners.set(mode, id);
    if (modes.every((mode) => owners.get(mode) === id)) continue;
    renamed.add(id);
    if (extending.has(set)) continue;
    report.warn(
      'Another collection has modes of the same ids; here they stand behind that of the collection.',
      id,
    );
  }
  return (set, mode) => {
    const [setId, modeId] = [guidText(set?.guid), guidText(mode)];
    const isTaken = renamed.has(setId ?? '') && modeId !== undefined && owners.get(modeId) !== setId;
    return isTaken ? `${variableId('VariableCollectionId', set!)}/${modeId}` : modeId;
  };
}

const inOrder = ({ guid: one }: NodeHead, { guid: other }: NodeHead): number =>
  one!.sessionID - other!.sessionID || one!.localID - other!.localID;
