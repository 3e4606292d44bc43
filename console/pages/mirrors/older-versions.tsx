import { Misfit } from '../../api/refusals.ts';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { changeMirror, type Mirror } from './mirror-queries.ts';

const mostVersions = 1000;

/** How many older versions are read with their content. */
export const OlderVersionsField = ({ value }: { value: number }) => (
  <TextField
    label="Older versions of each file"
    name="versions"
    defaultValue={`${value}`}
    hint="Read with their content, newest first; each takes a call of the costliest kind."
    isRequired
    maxLength={4}
    autoComplete="off"
  />
);

/** @throws Misfit for what is no number of versions */
export function versionCountOf(written: string): number {
  const count = Number(written);
  if (!Number.isInteger(count) || count < 0 || count > mostVersions)
    throw new Misfit('versions', `A whole number from 0 to ${mostVersions}.`);
  return count;
}

/** Changes how many older versions a mirror reads. */
export const ChangeOlderVersions = ({ mirror: { id, versions } }: { mirror: Mirror }) => (
  <FormDialog
    words="Older versions"
    title="Older versions of each file"
    send="Save"
    action={(values) => changeMirror(id, { versions: versionCountOf(values.versions ?? '') })}
  >
    <OlderVersionsField value={versions} />
  </FormDialog>
);
