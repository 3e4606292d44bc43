import type { ReactNode } from 'react';
import { ByAndBy } from './by-and-by.tsx';
import './table.css';

export interface Column<Row> {
  readonly name: string;
  readonly cell: (row: Row) => ReactNode;
  /** For columns of buttons, whose heading is only read out. */
  readonly isUnseen?: boolean;
}

interface TableProps<Row> {
  /** What the rows are, for screen readers. */
  readonly name: string;
  /** The first one names its row. */
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
}

/** So many rows are shown at first, and more each time that more are asked for. */
const step = 100;

/** Rows of things. On a narrow screen each row becomes a card that names its cells. */
export const Table = <Row,>({ rows, ...table }: TableProps<Row>) => (
  <ByAndBy items={rows} step={step}>
    {(shown) => <Rows {...table} rows={shown} />}
  </ByAndBy>
);

const Rows = <Row,>({ name, columns, rows, keyOf }: TableProps<Row>) => (
  <table className="table" aria-label={name}>
    <thead>
      <tr>
        {columns.map((column) => (
          <th key={column.name} scope="col">
            <span className={column.isUnseen === true ? 'unseen' : ''}>{column.name}</span>
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map((row) => (
        <tr key={keyOf(row)}>
          {columns.map((column, index) => (
            <Cell key={column.name} column={column} row={row} isFirst={index === 0} />
          ))}
        </tr>
      ))}
    </tbody>
  </table>
);

function Cell<Row>({ column, row, isFirst }: { column: Column<Row>; row: Row; isFirst: boolean }) {
  const content = (
    <>
      {!isFirst && column.isUnseen !== true && (
        <span className="table-name" aria-hidden="true">
          {column.name}
        </span>
      )}
      {column.cell(row)}
    </>
  );
  return isFirst ? <th scope="row">{content}</th> : <td>{content}</td>;
}
