import { type FocusEvent, type FormEvent, useRef } from 'react';
import { AboutFields } from './about-fields.tsx';
import { AccessFields } from './access-fields.tsx';
import type { App } from './app-queries.ts';
import { PublishSection } from './publish-section.tsx';
import { RedirectFields } from './redirect-fields.tsx';
import { ScopeFields } from './scope-fields.tsx';
import { UnsavedChanges } from './unsaved-changes.tsx';
import { useConfiguration } from './use-configuration.ts';
import './configuration-form.css';

const wrongField = '[aria-invalid="true"], [data-problem] button, [data-problem] input';

/** What an app is and may do: one form on several cards, with its buttons on the last. */
export function ConfigurationForm({ app }: { app: App }) {
  const configuring = useConfiguration(app);
  const form = useRef<HTMLFormElement>(null);
  const attempt = async (action: () => Promise<boolean>) => {
    if (await action()) return;
    // Once what is wrong stands beside its field.
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>(wrongField)?.focus());
  };
  const save = () => void attempt(configuring.save);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save();
  };
  const look = ({ target }: FocusEvent) => target.matches('input, textarea') && configuring.look();
  return (
    <form ref={form} className="configuration" noValidate onSubmit={submit} onBlur={look}>
      <AboutFields {...configuring} />
      <RedirectFields {...configuring} />
      <ScopeFields {...configuring} />
      <AccessFields app={app} {...configuring} />
      <PublishSection
        app={app}
        configuring={configuring}
        onSave={save}
        onFinish={() => void attempt(configuring.finish)}
      />
      <UnsavedChanges configuring={configuring} />
    </form>
  );
}
