import { useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useMemo, useRef, useState } from 'react';
import type { Collection } from '../../../src/variables/state.ts';
import { Empty } from '../../parts/section.tsx';
import { ModeHead } from './mode-head.tsx';
import { useColumns } from './use-columns.ts';
import type { Editing } from './use-editing.ts';
import { GroupRow, VariableRow } from './variable-row.tsx';
import { type Row, rowsOf } from './variable-rows.ts';

interface VariableTableProps {
  readonly file: string;
  readonly collection: Collection;
  readonly editing: Editing;
  readonly mayEdit: boolean;
  readonly sought: string;
}

const rowPx = 40;

const keyOf = (row: Row): string => ('group' in row ? `group ${row.group}` : row.variable.id);

/** The variables of a collection with their value in each mode; only rows that are seen are there. */
export function VariableTable({ file, collection, editing, mayEdit, sought }: VariableTableProps) {
  const { state } = editing;
  const columns = useColumns(state, collection);
  const { closed, turn } = useClosedGroups();
  const rows = useMemo(
    () => rowsOf(state, collection, { sought, closed }),
    [state, collection, sought, closed],
  );
  const place = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => place.current,
    getItemKey: (at) => (rows[at] === undefined ? at : keyOf(rows[at])),
    estimateSize: () => rowPx,
    overscan: 8,
  });
  if (rows.length === 0) return <NoRows collection={collection} sought={sought} />;
  const values = `repeat(${columns.length}, minmax(var(--value-room), 1fr))`;
  const template = `minmax(var(--name-room), 1.2fr) ${values} var(--more-room)`;
  return (
    <div className="variable-table" ref={place}>
      <table aria-label={`Variables of ${collection.name}`} aria-rowcount={rows.length + 1}>
        <TableHead
          columns={columns}
          template={template}
          collection={collection}
          editing={editing}
          mayEdit={mayEdit}
        />
        <tbody className="variable-rows" style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, key, start }) => {
            const row = rows[index];
            const at = { gridTemplateColumns: template, transform: `translateY(${start}px)` };
            if (row === undefined) return null;
            return 'group' in row ? (
              <GroupRow key={String(key)} row={row} index={index} at={at} onTurn={turn} />
            ) : (
              <VariableRow
                key={String(key)}
                variable={row.variable}
                columns={columns}
                editing={editing}
                mayEdit={mayEdit}
                index={index}
                at={at}
                file={file}
              />
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

type HeadProps = Pick<VariableTableProps, 'collection' | 'editing' | 'mayEdit'> & {
  columns: ReturnType<typeof useColumns>;
  template: string;
};

const TableHead = ({ columns, template, collection, editing, mayEdit }: HeadProps) => (
  <thead className="variable-heads">
    <tr className="variable-row" aria-rowindex={1} style={{ gridTemplateColumns: template }}>
      <th scope="col">Name</th>
      {columns.map((column) => (
        <ModeHead
          key={column.modeId}
          column={column}
          collection={collection}
          editing={editing}
          mayEdit={mayEdit}
        />
      ))}
      <th scope="col">
        <span className="unseen">More</span>
      </th>
    </tr>
  </thead>
);

function useClosedGroups() {
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const turn = useCallback(
    (group: string) =>
      setClosed((before) => {
        const after = new Set(before);
        if (!after.delete(group)) after.add(group);
        return after;
      }),
    [],
  );
  return { closed, turn };
}

const NoRows = ({ collection, sought }: Pick<VariableTableProps, 'collection' | 'sought'>) =>
  sought.trim() === '' ? (
    <Empty>
      {collection.extension === undefined
        ? 'There is no variable in this collection yet. “New variable” makes the first one.'
        : 'What this collection extends has no variables yet.'}
    </Empty>
  ) : (
    <p className="quiet">
      Nothing here has “<bdi>{sought.trim()}</bdi>” in its name or description.
    </p>
  );
