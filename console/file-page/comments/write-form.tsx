import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { sentenceOf } from '../../api/refusals.ts';

interface WriteFormProps {
  /** What is written, as the field is called. */
  readonly name: 'Comment' | 'Reply';
  readonly send: (message: string) => Promise<void>;
  /** Whether one begins to write at once. */
  readonly isFirst?: boolean;
}

/** A field to write in; what is written stays there until it is stored. */
export function WriteForm({ name, send, isFirst = false }: WriteFormProps) {
  const [message, setMessage] = useState('');
  const [problem, setProblem] = useState<string>();
  const [isSending, setSending] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (isFirst) field.current?.focus();
  }, [isFirst]);
  const submit = async (event: FormEvent | KeyboardEvent) => {
    event.preventDefault();
    if (message.trim() === '' || isSending) return;
    setSending(true);
    setProblem(undefined);
    await send(message.trim()).then(
      () => setMessage(''),
      (error) => setProblem(sentenceOf(error)),
    );
    setSending(false);
  };
  return (
    <form className="panel-form" onSubmit={(event) => void submit(event)}>
      <textarea
        aria-label={name}
        placeholder={name === 'Comment' ? 'Write a comment' : 'Write a reply'}
        rows={2}
        value={message}
        ref={field}
        onChange={(event) => setMessage(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void submit(event);
        }}
      />
      {problem !== undefined && <p role="alert">{problem}</p>}
      <div className="panel-choices">
        <button type="submit" className="button button-main" disabled={message.trim() === '' || isSending}>
          Send
        </button>
      </div>
    </form>
  );
}
