import { useRouter } from '@tanstack/react-router';
import { queries } from '../api/queries.ts';
import { ServerRefusal, sentenceOf } from '../api/refusals.ts';
import { Button } from '../parts/button.tsx';
import { LinkButton } from '../parts/link-button.tsx';
import { Notice } from '../parts/notice.tsx';
import { Page } from '../parts/page.tsx';

/** In place of a page that could not be shown. */
export function PageFailure({ error }: { error: unknown }) {
  const router = useRouter();
  if (error instanceof ServerRefusal && error.status === 404) return <NothingHere />;
  const again = () => {
    queries.removeQueries({ predicate: (query) => query.state.status === 'error' });
    void router.invalidate();
  };
  return (
    <Page title="This page cannot be shown">
      <Notice kind="wrong">{sentenceOf(error)}</Notice>
      <div className="page-action">
        <Button kind="main" onPress={again}>
          Try again
        </Button>
        <LinkButton to="/files" kind="plain">
          To your files
        </LinkButton>
      </div>
    </Page>
  );
}

/** For addresses that name nothing. */
export const NothingHere = () => (
  <Page title="There is nothing here">
    <p>There is no page at this address. What you are looking for may have been renamed or deleted.</p>
    <div>
      <LinkButton to="/files">To your files</LinkButton>
    </div>
  </Page>
);
