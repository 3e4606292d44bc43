import { addressOf } from '../api/address-of.ts';

/** What of a file can change while somebody looks at it. */
const topics = ['file', 'comments', 'variables', 'library', 'dev_resources'] as const;
export type Topic = (typeof topics)[number];

/** After the server let nobody listen. */
const laterMs = 30_000;

/**
 * Hears what changes of a file, as long as its tab is looked at: a hidden one would keep a connection that it has no use
 * for, and hears what it missed as it comes back. Answers how to stop.
 */
export function followFile(file: string, changed: (what: readonly Topic[]) => void): () => void {
  let known = '';
  let source: EventSource | undefined;
  let timer = 0;

  const open = (): void => {
    close();
    if (document.visibilityState !== 'visible') return;
    const query = known === '' ? {} : { since: known };
    source = new EventSource(
      addressOf('GET /viewer/v1/files/{file_key}/events', { path: { file_key: file }, query }),
    );
    source.onmessage = ({ lastEventId, data }) => {
      // What the page has read by then may be from before it was heard.
      changed(known === '' ? topics : (JSON.parse(data) as { changed: Topic[] }).changed);
      known = lastEventId;
    };
    source.onerror = () => {
      if (source?.readyState === EventSource.CLOSED) timer = window.setTimeout(open, laterMs);
    };
  };
  function close(): void {
    clearTimeout(timer);
    source?.close();
    source = undefined;
  }
  document.addEventListener('visibilitychange', open);
  open();
  return () => {
    document.removeEventListener('visibilitychange', open);
    close();
  };
}
