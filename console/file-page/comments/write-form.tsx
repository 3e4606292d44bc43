import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { sentenceOf } from '../../api/refusals.ts';
import { useKeptText } from './kept-text.ts';
import { MentionList, optionId } from './mention-list.tsx';
import { useMentions } from './use-mentions.ts';

interface WriteFormProps {
  /** What is written, as the field is called. */
  readonly name: 'Comment' | 'Reply';
  /** Resolves to the id of the comment. */
  readonly send: (message: string) => Promise<string>;
  /** Called when it is stored and nothing of it is kept any more. */
  readonly onSent?: (comment: string) => void;
  /** The thread that is replied to. */
  readonly thread?: string;
  /** Whether one begins to write at once. */
  readonly isFirst?: boolean;
}

/** A field to write in; what is written stays there until it is stored. */
export function WriteForm({ name, send, onSent, thread, isFirst = false }: WriteFormProps) {
  const [message, write] = useKeptText(thread);
  const [problem, setProblem] = useState<string>();
  const [isSending, setSending] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const mentions = useMentions(field, message, write);
  useEffect(() => {
    if (isFirst) field.current?.focus();
  }, [isFirst]);
  const submit = async (event: FormEvent | KeyboardEvent) => {
    event.preventDefault();
    if (message.trim() === '' || isSending) return;
    setSending(true);
    setProblem(undefined);
    await send(message.trim()).then(
      (comment) => {
        write('');
        onSent?.(comment);
      },
      (error) => setProblem(sentenceOf(error)),
    );
    setSending(false);
  };
  return (
    <form className="panel-form" onSubmit={(event) => void submit(event)}>
      <div className="mention-field">
        <textarea
          aria-label={name}
          aria-autocomplete="list"
          aria-controls={mentions.people.length > 0 ? mentions.listId : undefined}
          aria-activedescendant={mentions.people.length > 0 ? optionId(mentions, mentions.place) : undefined}
          placeholder={name === 'Comment' ? 'Write a comment, @ mentions somebody' : 'Write a reply'}
          rows={2}
          value={message}
          ref={field}
          onChange={(event) => {
            write(event.target.value);
            mentions.look();
          }}
          onBlur={mentions.close}
          onKeyDown={(event) => {
            if (mentions.press(event)) return;
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void submit(event);
          }}
        />
        <MentionList mentions={mentions} />
      </div>
      {problem !== undefined && <p role="alert">{problem}</p>}
      <div className="panel-choices">
        <button type="submit" className="button button-main" disabled={message.trim() === '' || isSending}>
          Send
        </button>
      </div>
    </form>
  );
}
