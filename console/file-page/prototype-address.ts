import { basePath } from '../api/base-path.ts';
import { searchOf } from './place.ts';
import type { Room } from './room.ts';

/** Path of the prototype at what is looked at: the frame around what is selected, else the start of the page. */
export function prototypePath({
  selected,
  page,
  version,
}: Pick<Room, 'selected' | 'page' | 'version'>): string {
  const path = location.pathname.slice(basePath.length).replace(/^\/[a-z]+\//, '/proto/');
  const place = selected === undefined ? { page: page.id } : { page: page.id, node: selected };
  return basePath + path + searchOf({ ...place, version });
}
