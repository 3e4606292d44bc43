import { useSuspenseQuery } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { NotYet } from '../../api/refusals.ts';
import { sessionQuery } from '../../api/session.ts';
import { Form } from '../../parts/form.tsx';
import { Section } from '../../parts/section.tsx';
import { TextField } from '../../parts/text-field.tsx';

export function PasswordChange() {
  const { user, sign_in } = useSuspenseQuery(sessionQuery).data;
  if (!sign_in.password)
    return <Section title="Password" lead="This account has none: you sign in elsewhere, or by a link." />;
  return (
    <Section title="Password" lead="A new password signs you out everywhere else.">
      <Form words="Change password" action={change} done="Your password is changed.">
        {/* Tells managers of passwords whose it is. */}
        <input type="hidden" name="username" autoComplete="username" value={user.email} readOnly />
        <TextField
          label="Current password"
          name="current"
          type="password"
          isRequired
          maxLength={1024}
          autoComplete="current-password"
        />
        <TextField
          label="New password"
          name="new"
          type="password"
          hint="At least 12 characters, and not made of your name or address."
          isRequired
          minLength={12}
          maxLength={1024}
          autoComplete="new-password"
        />
        <TextField
          label="New password, once more"
          name="again"
          type="password"
          isRequired
          maxLength={1024}
          autoComplete="new-password"
        />
      </Form>
    </Section>
  );
}

async function change(values: Readonly<Record<string, string>>, form: HTMLFormElement): Promise<void> {
  const { current = '', new: chosen = '', again = '' } = values;
  if (chosen !== again) throw new NotYet('The new password is not the same both times.');
  await call('PUT /workspace/v1/me/password', { body: { current_password: current, new_password: chosen } });
  form.reset();
}
