import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { type Answer, call } from '../../api/call.ts';
import { sentenceOf } from '../../api/refusals.ts';
import { CopyButton } from '../parts/copy-button.tsx';
import { SureButton } from '../parts/sure-button.tsx';
import { useRoom } from '../room.ts';

type Page = Answer<'GET /workspace/v1/sites'>;
type Site = Page['sites'][number];

const sitesKey = (file: string) => ['sites', file];

/** Pages at which anyone looks at the file, whoever its link lets in. */
export function Sites() {
  const { file, facts } = useRoom();
  const list = useInfiniteQuery({
    queryKey: sitesKey(file),
    queryFn: ({ pageParam: cursor }) =>
      call('GET /workspace/v1/sites', { query: { file, ...(cursor === '' ? {} : { cursor }) } }),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }: Page) => next_cursor,
  });
  const sites = list.data?.pages.flatMap((page) => page.sites) ?? [];
  const mayPublish = facts.role === 'owner' || facts.role === 'editor';
  return (
    <section aria-labelledby="share-sites">
      <h3 id="share-sites">Sites</h3>
      <p className="quiet">A site shows the whole file to anyone, even where its link lets nobody in.</p>
      {list.error !== null && <p role="alert">{sentenceOf(list.error)}</p>}
      {sites.length > 0 && (
        <ul className="share-links" aria-label="Sites">
          {sites.map((site) => (
            <SiteRow key={site.id} site={site} mayChange={mayPublish} />
          ))}
        </ul>
      )}
      {list.hasNextPage && (
        <button type="button" className="button" onClick={() => void list.fetchNextPage()}>
          Show more sites
        </button>
      )}
      {mayPublish ? <PublishSite /> : sites.length === 0 && <p>The file is not published anywhere.</p>}
    </section>
  );
}

function SiteRow({ site, mayChange }: { site: Site; mayChange: boolean }) {
  const queries = useQueryClient();
  const settled = { onSettled: () => queries.invalidateQueries({ queryKey: sitesKey(site.file) }) };
  const path = { site_id: site.id };
  const open = useMutation({
    mutationFn: (isPublic: boolean) =>
      call('PATCH /workspace/v1/sites/{site_id}', { path, body: { public: isPublic } }),
    ...settled,
  });
  const remove = async () => {
    await call('DELETE /workspace/v1/sites/{site_id}', { path });
    await settled.onSettled();
  };
  return (
    <li>
      <div>
        <strong className="cut">
          {site.name} {!site.public && <span className="quiet">(closed)</span>}
        </strong>
        <a className="cut" href={site.url}>
          {site.url}
        </a>
        {open.error !== null && <p role="alert">{sentenceOf(open.error)}</p>}
      </div>
      <CopyButton words={`Copy address of ${site.name}`} text={() => site.url} />
      {mayChange && (
        <>
          <button
            type="button"
            className="button"
            disabled={open.isPending}
            onClick={() => open.mutate(!site.public)}
          >
            {site.public ? 'Close' : 'Open'}
          </button>
          <SureButton words="Delete" label={`Delete ${site.name}`} action={remove} />
        </>
      )}
    </li>
  );
}

function PublishSite() {
  const { file, facts } = useRoom();
  const queries = useQueryClient();
  const publish = useMutation({
    mutationFn: (name: string) => call('POST /workspace/v1/sites', { body: { name, file } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: sitesKey(file) }),
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    publish.mutate(String(new FormData(event.currentTarget).get('site')));
  };
  return (
    <form className="share-publish" onSubmit={submit}>
      <label>
        Name of the site
        <input name="site" required maxLength={255} defaultValue={facts.name} />
      </label>
      <button type="submit" className="button" disabled={publish.isPending}>
        Publish as a site
      </button>
      {publish.error !== null && <p role="alert">{sentenceOf(publish.error)}</p>}
    </form>
  );
}
