import { useMutation } from '@tanstack/react-query';
import { type Done, tellDone, useLastDone } from '../api/last-done.ts';
import { sentenceOf } from '../api/refusals.ts';
import { Button } from '../parts/button.tsx';
import './last-done.css';

/** Says what was done last, and takes it back. It stays until it is closed or something else is done. */
export function LastDone() {
  const done = useLastDone();
  return (
    <div className="last-done" role="status">
      {done !== undefined && <OneDone key={done.words} done={done} />}
    </div>
  );
}

function OneDone({ done: { words, undo } }: { done: Done }) {
  const back = useMutation({
    mutationFn: async () => undo?.(),
    onSuccess: () => tellDone({ words: `Taken back: ${words}` }),
  });
  return (
    <div className="last-done-words">
      <span>{back.isError ? sentenceOf(back.error) : words}</span>
      {undo !== undefined && !back.isError && (
        <Button kind="plain" isPending={back.isPending} onPress={() => back.mutate()}>
          Undo
        </Button>
      )}
      <Button kind="plain" onPress={() => tellDone(undefined)}>
        Close
      </Button>
    </div>
  );
}
