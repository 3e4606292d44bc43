import { useMutation } from '@tanstack/react-query';
import { sentenceOf } from '../api/refusals.ts';
import { Button } from './button.tsx';
import { Notice } from './notice.tsx';

interface ActionProps {
  readonly words: string;
  /** What the button is read as where its words are those of many. */
  readonly label?: string;
  readonly kind?: 'plain';
  readonly action: () => Promise<unknown>;
}

/** A button that does at once what can be taken back, and says what went wrong. */
export function ActionButton({ words, label, kind, action }: ActionProps) {
  const run = useMutation({ mutationFn: action });
  return (
    <>
      <Button
        {...(kind === undefined ? {} : { kind })}
        {...(label === undefined ? {} : { 'aria-label': label })}
        isPending={run.isPending}
        onPress={() => run.mutate()}
      >
        {words}
      </Button>
      {run.isError && <Notice kind="wrong">{sentenceOf(run.error)}</Notice>}
    </>
  );
}
