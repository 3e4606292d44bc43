import type { CSSProperties } from 'react';
import type { Variable } from '../../../src/variables/state.ts';
import { typeWords } from './collection-head.tsx';
import { CommitInput } from './commit-input.tsx';
import { changedVariable, isUnsavedInheritance, newValue } from './edits.ts';
import type { Column } from './use-columns.ts';
import type { Editing } from './use-editing.ts';
import { ValueCell } from './value-cell.tsx';
import { VariableDetails } from './variable-details.tsx';
import { groupOf, ownName, type Row } from './variable-rows.ts';

interface Placed {
  /** From 0, of all rows, seen or not. */
  readonly index: number;
  readonly at: CSSProperties;
}

interface GroupRowProps extends Placed {
  readonly row: Extract<Row, { group: string }>;
  readonly onTurn: (group: string) => void;
}

/** The name of a group above its variables; it opens and closes them. */
export const GroupRow = ({ row: { group, count, isClosed }, index, at, onTurn }: GroupRowProps) => (
  <tr className="variable-row variable-group" aria-rowindex={index + 2} style={at}>
    <th scope="row">
      <button type="button" aria-expanded={!isClosed} onClick={() => onTurn(group)}>
        <svg viewBox="0 0 16 16" aria-hidden="true">
          <path d="M6 4l4 4-4 4" fill="none" stroke="currentColor" strokeWidth="1.5" />
        </svg>
        <bdi className="cut">{group}</bdi>
        <span className="quiet">{count.toLocaleString('en')}</span>
      </button>
    </th>
  </tr>
);

interface VariableRowProps extends Placed {
  readonly file: string;
  readonly variable: Variable;
  readonly columns: readonly Column[];
  readonly editing: Editing;
  readonly mayEdit: boolean;
}

/** Lines on a square of 16. */
const marks = {
  BOOLEAN: 'M5 4.5h6a3.5 3.5 0 0 1 0 7H5a3.5 3.5 0 0 1 0-7zM11 6.5a1.5 1.5 0 1 0 0 3 1.5 1.5 0 0 0 0-3z',
  FLOAT: 'M6 3 5 13M11 3l-1 10M3 6h10M3 10h10',
  STRING: 'M3.5 5V3h9v2M8 3v10M6.5 13h3',
  COLOR: 'M8 2.5s4 4 4 7a4 4 0 0 1-8 0c0-3 4-7 4-7z',
} as const;

const TypeMark = ({ type }: { type: Variable['type'] }) => (
  <svg className="variable-type quiet" viewBox="0 0 16 16" role="img" aria-label={typeWords[type]}>
    <title>{typeWords[type]}</title>
    <path d={marks[type]} fill="none" stroke="currentColor" strokeWidth="1.4" strokeLinejoin="round" />
  </svg>
);

/** A variable: its name, its value in each mode, and the rest of it behind a button. */
export function VariableRow({ file, variable, columns, editing, mayEdit, index, at }: VariableRowProps) {
  const { name, type, remote, deletedButReferenced: isDeleted } = variable;
  const mayChange = mayEdit && !remote && !isDeleted;
  const group = groupOf(name);
  const mayRename = mayChange && columns[0]?.isExtended !== true;
  return (
    <tr className="variable-row" aria-rowindex={index + 2} style={at} data-deleted={isDeleted || undefined}>
      <th scope="row" className="variable-name">
        <TypeMark type={type} />
        <CommitInput
          label={`Name of ${name}`}
          value={ownName(name)}
          isDisabled={!mayRename}
          onCommit={(text) =>
            void editing.edit(
              changedVariable(variable, { name: `${group === '' ? '' : `${group}/`}${text.trim()}` }),
            )
          }
        />
      </th>
      {columns.map((column) => (
        <td
          key={column.modeId}
          className="variable-cell"
          data-own={column.isExtended && column.hasOverride(variable) ? '' : undefined}
          data-inherited={column.isExtended && !column.hasOverride(variable) ? '' : undefined}
        >
          <ValueCell
            variable={variable}
            column={column}
            value={column.valueOf(variable)}
            mayEdit={mayChange && !isUnsavedInheritance(column.modeId)}
            onChange={(value) => void editing.edit(newValue(variable, column.modeId, value))}
            onMisfit={editing.tell}
          />
        </td>
      ))}
      <td>
        <VariableDetails file={file} variable={variable} editing={editing} mayEdit={mayRename} />
      </td>
    </tr>
  );
}
