import type { Context } from '../context.ts';
import { passwordChangedMail } from '../mail/mails.ts';
import type { ChangedPassword } from './change-password.ts';

/** Tells somebody that their password is another one, once the answer is sent. */
export function mailPasswordChanged({ mailer }: Pick<Context, 'mailer'>, changed: ChangedPassword): void {
  mailer.later(() => mailer.send(passwordChangedMail(changed.email, changed)));
}
