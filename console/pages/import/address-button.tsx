import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Chooser } from '../../parts/chooser.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { upstreamsQuery } from '../mirrors/mirror-queries.ts';
import { importAddress } from './import-address.ts';

interface AddressButtonProps {
  readonly project: string;
  /** Of the project. */
  readonly name: string;
}

/** Puts in a design by its address at another server, once; nothing where no server is known. */
export function AddressButton({ project, name }: AddressButtonProps) {
  const upstreams = useQuery(upstreamsQuery).data?.upstreams ?? [];
  const [chosen, setChosen] = useState<string>();
  const [first] = upstreams;
  if (first === undefined) return undefined;
  const upstream = chosen ?? first.id;
  return (
    <FormDialog
      words="From an address"
      label={`Import from an address into ${name}`}
      title={`Import into ${name}`}
      send="Import"
      action={async ({ address = '' }) => importAddress({ upstream, project, url: address.trim() })}
    >
      <TextField
        label="Address"
        name="address"
        hint="The address of a design, as the browser shows it there, or its key. It comes once; a mirror keeps it current."
        isRequired
        maxLength={2000}
        autoFocus
        autoComplete="off"
      />
      {upstreams.length > 1 && (
        <Chooser
          label="Read from"
          choices={upstreams.map(({ id, name: called }) => ({ id, name: called }))}
          value={upstream}
          onChange={setChosen}
        />
      )}
    </FormDialog>
  );
}
