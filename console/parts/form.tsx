import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Form as AriaForm } from 'react-aria-components';
import { sentenceOf } from '../api/refusals.ts';
import { Button } from './button.tsx';
import { Notice } from './notice.tsx';
import './field.css';

interface FormProps {
  /** Words of the button that sends it. */
  readonly words: string;
  /** What its fields hold, by their names. What it throws is told above the button. */
  readonly action: (values: Readonly<Record<string, string>>, form: HTMLFormElement) => Promise<unknown>;
  /** What is said when it went well and the form stays. */
  readonly done?: ReactNode;
  /** Beside the button, as one that leads away. */
  readonly besides?: ReactNode;
  readonly children: ReactNode;
}

/** A form that is sent by its button or by Enter, once at a time. */
export function Form({ words, action, done, besides, children }: FormProps) {
  const send = useMutation({
    mutationFn: (form: HTMLFormElement) => action(valuesOf(form), form),
  });
  return (
    <AriaForm
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        if (!send.isPending) send.mutate(event.currentTarget);
      }}
    >
      {children}
      {send.isError && <Notice kind="wrong">{sentenceOf(send.error)}</Notice>}
      {send.isSuccess && done !== undefined && <Notice kind="good">{done}</Notice>}
      <div className="form-choices">
        <Button kind="main" type="submit" isPending={send.isPending}>
          {words}
        </Button>
        {besides}
      </div>
    </AriaForm>
  );
}

const valuesOf = (form: HTMLFormElement): Record<string, string> =>
  Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]));
