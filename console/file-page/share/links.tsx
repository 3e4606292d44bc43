import { useQuery } from '@tanstack/react-query';
import { basePath } from '../../api/base-path.ts';
import { call } from '../../api/call.ts';
import { CopyButton } from '../parts/copy-button.tsx';
import { searchOf } from '../place.ts';
import { prototypePath } from '../prototype-address.ts';
import { type Room, useRoom, useSelectedLayer } from '../room.ts';

/** Links to the file, to what is selected, and the frame that puts it into other pages. */
export function Links() {
  const room = useRoom();
  const { page, selected, facts } = room;
  const isPrototype = useIsPrototype(room);
  const layer = useSelectedLayer();
  const address = location.origin + location.pathname;
  const place = searchOf(selected === undefined ? { page: page.id } : { node: selected });
  const links = [
    { name: 'Link to the file', text: address },
    { name: 'Link to the page', text: address + searchOf({ page: page.id }) },
    ...(selected === undefined
      ? []
      : [{ name: `Link to ${layer?.name ?? 'the selection'}`, text: address + place }]),
    ...(isPrototype ? [{ name: 'Link to the prototype', text: location.origin + prototypePath(room) }] : []),
    { name: 'Frame for other pages', text: frameOf(facts.name, place) },
  ];
  return (
    <section aria-labelledby="share-links">
      <h3 id="share-links">Links</h3>
      <p className="quiet">A link opens the file for those who may already see it; it lets nobody else in.</p>
      <ul className="share-links">
        {links.map(({ name, text }) => (
          <li key={name}>
            <div>
              <strong className="cut">{name}</strong>
              <code className="cut">{text}</code>
            </div>
            <CopyButton words={`Copy ${name.toLowerCase()}`} text={() => text} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Whether the page says where a prototype starts, or a click on anything in it does something. */
function useIsPrototype({ file, version, facts, page }: Room): boolean {
  const { data } = useQuery({
    queryKey: ['prototype', file, version, facts.state, page.id],
    queryFn: () =>
      call('GET /viewer/v1/files/{file_key}/prototype', {
        path: { file_key: file },
        query: { 'node-id': page.id, ...(version === undefined ? {} : { version }) },
      }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data?.is_prototype === true;
}

/** An iframe of the viewer; a name is text in it, whatever it holds. */
function frameOf(name: string, place: string): string {
  const path = location.pathname.slice(basePath.length);
  const frame = document.createElement('iframe');
  frame.setAttribute('src', `${location.origin}${basePath}/embed${path}${place}`);
  frame.setAttribute('width', '800');
  frame.setAttribute('height', '450');
  frame.setAttribute('title', name);
  frame.setAttribute('loading', 'lazy');
  frame.setAttribute('allowfullscreen', 'true');
  return frame.outerHTML;
}
