import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { NotYet, sentenceOf } from '../../api/refusals.ts';
import { Button } from '../../parts/button.tsx';
import { Notice } from '../../parts/notice.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { review, type WaitingApp } from './review-queries.ts';

interface DecisionProps {
  readonly app: WaitingApp;
  readonly onDone: (words: string) => Promise<void>;
}

const wordsMissing = 'Say what has to change, so that whoever made it can mend it.';

/** Approves the app, or sends it back with words. */
export function Decision({ app, onDone }: DecisionProps) {
  const [words, setWords] = useState('');
  const decide = useMutation({
    mutationFn: async (decision: 'approve' | 'send_back') => {
      const said = words.trim();
      if (decision === 'send_back' && said === '') throw new NotYet(wordsMissing);
      await review(app, decision, said);
      await onDone(`“${app.name}” ${decision === 'approve' ? 'is approved.' : 'is sent back.'}`);
    },
  });
  const isMissing = decide.error instanceof NotYet && words.trim() === '';
  return (
    <div className="form">
      <TextField
        label="Message to its maker"
        name={`words-${app.client_id}`}
        hint="Needed to send it back."
        rows={3}
        value={words}
        onChange={setWords}
        error={isMissing ? wordsMissing : undefined}
        maxLength={4000}
      />
      {decide.isError && !(decide.error instanceof NotYet) && (
        <Notice kind="wrong">{sentenceOf(decide.error)}</Notice>
      )}
      <div className="form-choices">
        <Button
          aria-label={`Send back ${app.name}`}
          isPending={decide.isPending}
          onPress={() => decide.mutate('send_back')}
        >
          Send back
        </Button>
        <Button
          kind="main"
          aria-label={`Approve ${app.name}`}
          isPending={decide.isPending}
          onPress={() => decide.mutate('approve')}
        >
          Approve
        </Button>
      </div>
    </div>
  );
}
