import { useSuspenseQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { Page } from '../../parts/page.tsx';
import { appQuery } from './app-queries.ts';
import { AppState } from './app-state.tsx';
import { ConfigurationForm } from './configuration-form.tsx';
import { Credentials } from './credentials.tsx';
import { DeleteApp } from './delete-app.tsx';
import { ProjectsAccess } from './projects-access.tsx';

/** All there is about one app, for who configures it. */
export function AppPage() {
  const { clientId = '' } = useParams({ strict: false });
  const app = useSuspenseQuery(appQuery(clientId)).data;
  // The form begins anew where what stands in it was thrown away.
  const [beginning, setBeginning] = useState(0);
  return (
    <Page title={app.name} part="App" breadcrumbs={[{ name: 'Apps', to: '/developers/apps' }]}>
      <AppState app={app} onTakenBack={() => setBeginning(beginning + 1)} />
      <Credentials app={app} />
      <ConfigurationForm key={`${clientId} ${beginning}`} app={app} />
      <ProjectsAccess app={app} />
      <DeleteApp app={app} />
    </Page>
  );
}
