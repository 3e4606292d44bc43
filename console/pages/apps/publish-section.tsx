import { Button } from '../../parts/button.tsx';
import { Notice } from '../../parts/notice.tsx';
import { Section } from '../../parts/section.tsx';
import type { App } from './app-queries.ts';
import type { Configuring } from './use-configuration.ts';

interface PublishSectionProps {
  readonly app: App;
  readonly configuring: Configuring;
  readonly onSave: () => void;
  readonly onFinish: () => void;
}

/** The end of the form: what is saved, and the way to be published. @see OAUTH-18, OAUTH-19 */
export function PublishSection({ app, configuring, onSave, onFinish }: PublishSectionProps) {
  const { draft, isChanged, isBusy, refusal } = configuring;
  const step = nextStep(app, draft.visibility);
  const isWaiting = app.review === 'pending' && !isChanged;
  const isDone = app.review === 'none' && app.state === draft.visibility && !isChanged;
  return (
    <Section
      title={step.title}
      lead={isWaiting ? 'It was submitted. Nothing is left to do for now.' : step.lead}
    >
      {refusal !== undefined && <Notice kind="wrong">{refusal}</Notice>}
      <div className="form-choices">
        <span role="status" className="quiet">
          {savedWords(configuring)}
        </span>
        {step.savesBefore && isChanged && (
          <Button type="submit" isPending={isBusy} onPress={onSave}>
            Save
          </Button>
        )}
        {!isWaiting && !isDone && (
          <Button kind="main" isPending={isBusy} onPress={onFinish}>
            {step.words}
          </Button>
        )}
      </div>
    </Section>
  );
}

function savedWords({ isChanged, isBusy, savesItself, problems }: Configuring): string {
  const isWrong = Object.keys(problems).length > 0;
  if (isBusy) return 'Saving…';
  if (!isChanged) return `Everything is saved.${isWrong ? ' Something above is still missing.' : ''}`;
  if (isWrong) return 'Not saved yet: something above is not as it has to be.';
  return savesItself ? 'It saves itself in a moment.' : 'There are changes that are not saved.';
}

interface Step {
  readonly title: string;
  readonly lead: string;
  readonly words: string;
  /** Whether it may be saved without going on. */
  readonly savesBefore: boolean;
}

function nextStep({ state }: App, visibility: App['visibility']): Step {
  if (state === 'public')
    return {
      title: 'Changes',
      lead: 'Changes are reviewed. Until they are approved, people have what was approved before.',
      words: 'Submit changes for review',
      savesBefore: false,
    };
  if (visibility === 'public')
    return {
      title: 'Review',
      lead: 'An administrator of this server looks at the app, and approves it, or sends it back with comments.',
      words: 'Submit for review',
      savesBefore: true,
    };
  if (state === 'private')
    return {
      title: 'Changes',
      lead: 'Changes take effect at once.',
      words: 'Save changes',
      savesBefore: false,
    };
  return {
    title: 'Publish',
    lead: 'The draft saves itself as you go. Publish it when it is ready.',
    words: 'Publish',
    savesBefore: true,
  };
}
