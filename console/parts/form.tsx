import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { Form as AriaForm } from 'react-aria-components';
import { Misfit, ServerRefusal, sentenceOf } from '../api/refusals.ts';
import { Button } from './button.tsx';
import { Notice } from './notice.tsx';
import './field.css';

interface FormProps {
  /** Words of the button that sends it. */
  readonly words: string;
  /** As a button for what cannot be taken back. */
  readonly kind?: 'main' | 'danger';
  /**
   * What its fields hold, by their names. What it throws is told above the button, or beside the field that a
   * `Misfit` or the server's sentence names.
   */
  readonly action: (values: Readonly<Record<string, string>>, form: HTMLFormElement) => Promise<unknown>;
  /** What is said when it went well and the form stays. */
  readonly done?: ReactNode;
  /** Before the button, as one that leads away. */
  readonly besides?: ReactNode;
  readonly children: ReactNode;
}

/** A form that is sent by its button or by Enter, once at a time. */
export function Form({ words, kind = 'main', action, done, besides, children }: FormProps) {
  const send = useMutation({
    mutationFn: (form: HTMLFormElement) => action(valuesOf(form), form),
    onError: (error, form) => focusOn(form, fieldOf(error, form)),
  });
  const { error, variables: form } = send;
  const field = useMemo(() => (form === undefined ? undefined : fieldOf(error, form)), [error, form]);
  // A new object for the same refusal would bring it back after the field was changed.
  const besideFields = useMemo(
    () => (field === undefined ? {} : { [field]: sentenceOf(error) }),
    [field, error],
  );
  return (
    <AriaForm
      className="form"
      validationErrors={besideFields}
      {...whileWriting}
      onSubmit={(event) => {
        event.preventDefault();
        if (!send.isPending) send.mutate(event.currentTarget);
      }}
    >
      {children}
      {send.isError && field === undefined && <Notice kind="wrong">{sentenceOf(error)}</Notice>}
      {send.isSuccess && done !== undefined && <Notice kind="good">{done}</Notice>}
      <div className="form-choices">
        {besides}
        <Button kind={kind} type="submit" isPending={send.isPending}>
          {words}
        </Button>
      </div>
    </AriaForm>
  );
}

const valuesOf = (form: HTMLFormElement): Record<string, string> =>
  Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]));

/** The field that an error is about: the server names them in quotes, as `"email"`. */
function fieldOf(error: unknown, form: HTMLFormElement): string | undefined {
  if (error instanceof Misfit) return error.field;
  if (!(error instanceof ServerRefusal)) return undefined;
  const named = [...error.message.matchAll(/"(?:body\.)?(\w+)"/g)].map(([, name = '']) => name);
  return named.find((name) => inputOf(form, name) !== undefined);
}

function inputOf(form: HTMLFormElement, name: string): HTMLElement | undefined {
  const input = form.elements.namedItem(name);
  const isSeen =
    input instanceof HTMLTextAreaElement || (input instanceof HTMLInputElement && input.type !== 'hidden');
  return isSeen ? input : undefined;
}

/** Handed on to the form element, though the library does not name it among what it takes. */
const whileWriting = { onInput: lookAgain };

/**
 * What is wrong with a field is taken back as it is written, not when it is left: a button that moves up under the
 * pointer at that moment is not pressed.
 */
function lookAgain({ target }: { target: EventTarget }): void {
  if (target instanceof HTMLElement && target.getAttribute('aria-invalid') === 'true')
    target.dispatchEvent(new Event('change', { bubbles: true }));
}

function focusOn(form: HTMLFormElement, field: string | undefined): void {
  if (field !== undefined) inputOf(form, field)?.focus();
}
