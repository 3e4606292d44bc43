import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { sentenceOf } from '../../api/refusals.ts';
import { Button } from '../../parts/button.tsx';
import { ConfirmButton } from '../../parts/confirm.tsx';
import { CopyLine } from '../../parts/copy-line.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Notice } from '../../parts/notice.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { Waiting } from '../../parts/waiting.tsx';
import { detachFile, type MirroredFile, stepsQuery } from './mirror-queries.ts';
import { stepWords } from './mirror-words.ts';

interface FileStepsProps {
  readonly file: MirroredFile;
  readonly mayDetach: boolean;
}

/** A button that shows what was done last for a file, and what can be done about it. */
export function FileSteps({ file: { key, name, state }, mayDetach }: FileStepsProps) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  if (state === 'detached') return undefined;
  return (
    <>
      <Button kind="plain" aria-label={`Details of ${name || key}`} onPress={() => setOpen(true)}>
        Details
      </Button>
      <Dialog title={name || key} isOpen={isOpen} onClose={close}>
        <Steps file={key} />
        <CopyLine
          label="What differs from there"
          value={`npx vitrine drift ${key}`}
          hint="The command asks both servers the same, and lists every difference."
        />
        <div className="choices">
          <Button onPress={close}>Close</Button>
          {mayDetach && (
            <ConfirmButton
              words="Detach"
              kind="danger"
              label={`Detach ${name || key}`}
              title={`Detach ${name || key}?`}
              action={() => detachFile(key).then(close)}
            >
              It stays as it is and may be changed here. The mirror does not take it again.
            </ConfirmButton>
          )}
        </div>
      </Dialog>
    </>
  );
}

type Step = Awaited<ReturnType<ReturnType<typeof stepsQuery>['queryFn']>>['steps'][number];

const stateWords: Readonly<Record<Step['state'], string>> = {
  done: 'Done',
  skipped: 'Left out',
  failed: 'Failed',
};

const columns: readonly Column<Step>[] = [
  { name: 'Step', cell: ({ step }) => stepWords[step] ?? step },
  {
    name: 'Outcome',
    cell: ({ state, reason }) => `${stateWords[state]}${reason === undefined ? '' : `: ${reason}`}`,
  },
  { name: 'Calls', cell: ({ calls }) => `${calls}` },
  { name: 'Time', cell: ({ seconds }) => `${seconds.toFixed(1)}\u00a0s` },
];

function Steps({ file }: { file: string }) {
  const { data, error } = useQuery(stepsQuery(file));
  if (error !== null) return <Notice kind="wrong">{sentenceOf(error)}</Notice>;
  if (data === undefined) return <Waiting />;
  if (data.steps.length === 0) return <p className="quiet">Nothing has been done for it yet.</p>;
  return <Table name="Steps" columns={columns} rows={data.steps} keyOf={({ step }) => step} />;
}
