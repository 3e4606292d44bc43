import { useState } from 'react';
import { Button } from './button.tsx';
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

/** So many rows are shown at first, and more each time that more are asked for. */
const step = 50;
/** Shorter tables are seen as a whole. */
const searchedFrom = 8;

/** A table of things that may be thousands: it is searched, and shown by and by. */
export function LongTable<Row>({ rows, textOf, ...table }: LongTableProps<Row>) {
  const [sought, setSought] = useState('');
  const [count, setCount] = useState(step);
  const words = sought.trim().toLowerCase();
  const found = words === '' ? rows : rows.filter((row) => textOf(row).includes(words));
  const left = found.length - count;
  return (
    <>
      {rows.length >= searchedFrom && (
        <TextField
          label="Search"
          name="search"
          autoComplete="off"
          value={sought}
          onChange={(value) => {
            setSought(value);
            setCount(step);
          }}
        />
      )}
      <p role="status" className="unseen">
        {words === '' ? '' : `${found.length} of ${rows.length} found`}
      </p>
      {found.length === 0 ? (
        <p className="quiet">Nothing here has “{sought.trim()}” in it.</p>
      ) : (
        <Table {...table} rows={found.slice(0, count)} />
      )}
      {left > 0 && (
        <div>
          <Button onPress={() => setCount(count + step)}>
            Show {Math.min(left, step)} more of {left}
          </Button>
        </div>
      )}
    </>
  );
}
