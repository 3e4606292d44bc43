import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { queries } from '../../api/queries.ts';
import { sentenceOf } from '../../api/refusals.ts';
import { Button } from '../../parts/button.tsx';
import { Notice } from '../../parts/notice.tsx';
import { Section } from '../../parts/section.tsx';
import type { Sides } from './compare-queries.ts';
import type { ComparedFile } from './compared-file.ts';
import { conflictText } from './conflict-text.ts';
import { type Conflict, Conflicts, conflictKey, conflictsOf, countOf, type Taken } from './conflicts.tsx';

interface MergeSectionProps {
  readonly sides: Sides;
  readonly facts: ComparedFile;
}

type Direction = 'into_main' | 'from_main';

/** Where a file is compared with its branch, as both are now: bringing them together. */
export function MergeSection({ sides: { file, from, to }, facts }: MergeSectionProps) {
  const branch = facts.branches.find(
    ({ key }) => (from === file && key === to) || (to === file && key === from),
  );
  if (branch === undefined || !facts.mayEdit) return null;
  return <Merge key={branch.key} file={file} branch={branch} />;
}

interface MergeProps {
  readonly file: string;
  readonly branch: { readonly key: string; readonly name: string };
}

function useMerge({ file, branch }: MergeProps) {
  const [taken, setTaken] = useState<ReadonlyMap<string, Taken>>(new Map());
  const merge = useMutation({
    mutationFn: (direction: Direction) =>
      call('POST /workspace/v1/files/{file_key}/branches/{branch_key}/merge', {
        path: { file_key: file, branch_key: branch.key },
        body: { direction, choose: [...taken.values()] },
      }),
    onSuccess: () => setTaken(new Map()),
    onSettled: () => queries.invalidateQueries(),
  });
  const take = (conflict: Conflict, side: Taken['take']): void => {
    const { id, property } = conflict;
    const one: Taken = { id, ...(property === undefined ? {} : { property }), take: side };
    setTaken(new Map([...taken, [conflictKey(conflict), one]]));
  };
  return { merge, taken, take };
}

function Merge(props: MergeProps) {
  const { branch } = props;
  const { merge, taken, take } = useMerge(props);
  const conflicts = conflictsOf(merge.error);
  const direction = merge.variables ?? 'into_main';
  return (
    <Section
      title={`Bring ${branch.name} together with its main file`}
      lead="What only one side changed is taken from it. Where both changed the same, you choose."
    >
      <div className="merge-ways">
        <Button isPending={merge.isPending} onPress={() => merge.mutate('from_main')}>
          Update the branch
        </Button>
        <Button kind="main" isPending={merge.isPending} onPress={() => merge.mutate('into_main')}>
          Merge into the main file
        </Button>
      </div>
      {merge.isSuccess && <Notice kind="good">{doneText(merge.data.changed)}</Notice>}
      {merge.error !== null && (
        <Notice kind="wrong">
          {conflicts.length === 0
            ? sentenceOf(merge.error)
            : conflictText(countOf(merge.error), conflicts.length)}
        </Notice>
      )}
      {conflicts.length > 0 && (
        <>
          <Conflicts
            conflicts={conflicts}
            taken={taken}
            names={direction === 'into_main' ? ['Main file', branch.name] : [branch.name, 'Main file']}
            onTake={take}
          />
          <div className="merge-ways">
            <Button
              kind="main"
              isPending={merge.isPending}
              isDisabled={conflicts.some((one) => !taken.has(conflictKey(one)))}
              onPress={() => merge.mutate(direction)}
            >
              Merge with these choices
            </Button>
          </div>
        </>
      )}
    </Section>
  );
}

function doneText(changed: number): string {
  if (changed === 0) return 'There was nothing to bring over.';
  return changed === 1 ? 'One node came over.' : `${changed.toLocaleString('en')} nodes came over.`;
}
