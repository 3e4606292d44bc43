import { basePath } from '../../api/base-path.ts';
import { call } from '../../api/call.ts';
import { ConfirmButton } from '../../parts/confirm.tsx';
import { Section } from '../../parts/section.tsx';

/** Where the person is signed in. */
export const Sessions = () => (
  <Section
    title="Sessions"
    lead="You stay signed in for two weeks at the most, and a day without use ends it."
    action={
      <ConfirmButton
        words="Sign out everywhere"
        kind="outlined"
        title="Sign out everywhere?"
        action={signOutEverywhere}
      >
        You are signed out of every browser, this one included. Tokens and apps keep working.
      </ConfirmButton>
    }
  />
);

async function signOutEverywhere(): Promise<void> {
  await call('DELETE /workspace/v1/sessions');
  location.assign(`${basePath}/sign-in`);
}
