import { call } from '../../api/call.ts';
import { queries } from '../../api/queries.ts';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { TextField } from '../../parts/text-field.tsx';
import type { ComparedFile } from './compared-file.ts';

interface NewBranchProps {
  readonly file: string;
  readonly facts: ComparedFile;
  readonly onMade: (branch: string) => void;
}

/** Makes a branch of a file, which begins with what the file is now. */
export function NewBranch({ file, facts, onMade }: NewBranchProps) {
  if (!facts.mayEdit || facts.mainFile !== undefined) return null;
  const make = async ({ name = '' }: Readonly<Record<string, string>>) => {
    const branch = await call('POST /workspace/v1/files/{file_key}/branches', {
      path: { file_key: file },
      body: { name: name.trim() },
    });
    await queries.invalidateQueries({ queryKey: ['compared-file', file] });
    onMade(branch.key);
  };
  return (
    <FormDialog words="New branch" title="New branch" send="Make it" action={make}>
      <TextField label="Name" name="name" isRequired maxLength={255} autoFocus autoComplete="off" />
    </FormDialog>
  );
}
