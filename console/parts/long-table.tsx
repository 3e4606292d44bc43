import { useState } from 'react';
import { type Column, Table } from './table.tsx';
import { TextField } from './text-field.tsx';

interface LongTableProps<Row> {
  readonly name: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  /** What is looked into by who searches, in lower case. */
  readonly textOf: (row: Row) => string;
}

/** Shorter tables are seen as a whole. */
const searchedFrom = 8;

/** A table of things that may be thousands: it is searched. */
export function LongTable<Row>({ rows, textOf, ...table }: LongTableProps<Row>) {
  const [sought, setSought] = useState('');
  const words = sought.trim().toLowerCase();
  const found = words === '' ? rows : rows.filter((row) => textOf(row).includes(words));
  return (
    <>
      {rows.length >= searchedFrom && (
        <TextField label="Search" name="search" autoComplete="off" value={sought} onChange={setSought} />
      )}
      <p role="status" className="unseen">
        {words === '' ? '' : `${found.length} of ${rows.length} found`}
      </p>
      {found.length === 0 ? (
        <p className="quiet">Nothing here has “{sought.trim()}” in it.</p>
      ) : (
        <Table key={words} {...table} rows={found} />
      )}
    </>
  );
}
