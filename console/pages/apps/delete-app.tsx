import { useRouter } from '@tanstack/react-router';
import { ConfirmButton } from '../../parts/confirm.tsx';
import { Section } from '../../parts/section.tsx';
import { type App, deleteApp } from './app-queries.ts';

export function DeleteApp({ app: { client_id: clientId, name } }: { app: App }) {
  const router = useRouter();
  const end = async () => {
    await deleteApp(clientId);
    await router.navigate({ to: '/developers/apps', ignoreBlocker: true });
  };
  return (
    <Section
      title="Delete"
      lead="A deleted app no longer acts for anybody."
      action={
        <ConfirmButton words="Delete app" kind="danger" title={`Delete “${name}”?`} action={end}>
          All its tokens end at once, for everybody who allowed it. It cannot be brought back.
        </ConfirmButton>
      }
    />
  );
}
