import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type RefObject, useEffect, useId, useState } from 'react';
import { type FoundPerson, foundPeopleQuery } from '../parts/found-people-query.ts';
import { useRoom } from '../room.ts';
import { begunMention, completed } from './mention-text.ts';

/** People who may be meant by what is being written, and which of them is the one that Enter takes. */
export interface Mentions {
  readonly people: readonly FoundPerson[];
  readonly listId: string;
  readonly place: number;
  /** Looks again at what stands before the caret. */
  look(): void;
  choose(person: FoundPerson): void;
  /** Answers whether the key was meant for the list. */
  press(event: KeyboardEvent): boolean;
  close(): void;
}

const none: readonly FoundPerson[] = [];

export function useMentions(
  field: RefObject<HTMLTextAreaElement | null>,
  text: string,
  write: (text: string) => void,
): Mentions {
  const { file } = useRoom();
  const listId = useId();
  const [caret, setCaret] = useState<number>();
  const [place, setPlace] = useState(0);
  const [after, setAfter] = useState<number>();
  const mention = caret === undefined ? undefined : begunMention(text, caret);
  const name = mention?.name ?? '';
  const { data } = useQuery({
    ...foundPeopleQuery(file, name),
    enabled: name !== '',
    placeholderData: keepPreviousData,
  });
  const people = mention === undefined ? none : (data?.people ?? none);
  useEffect(() => {
    // The caret goes behind a mention once the field has it.
    if (after !== undefined) field.current?.setSelectionRange(after, after);
    setAfter(undefined);
  }, [after, field]);
  const close = () => {
    setCaret(undefined);
    setPlace(0);
  };
  const choose = ({ handle }: FoundPerson) => {
    if (mention === undefined) return;
    const done = completed(text, mention, handle);
    write(done.text);
    setAfter(done.caret);
    close();
  };
  const at = Math.min(place, people.length - 1);
  const move = (by: number) => setPlace((at + by + people.length) % people.length);
  const take = () => people[at] !== undefined && choose(people[at]);
  const keys = listKeys({ move, take, close });
  const press = (event: KeyboardEvent): boolean => {
    const act = people.length === 0 || event.ctrlKey || event.metaKey ? undefined : keys[event.key];
    if (act === undefined) return false;
    event.preventDefault();
    event.stopPropagation();
    act();
    return true;
  };
  return {
    people,
    listId,
    place: at,
    choose,
    press,
    close,
    look: () => setCaret(field.current?.selectionStart),
  };
}

/** What keys do while the list is open. */
function listKeys(list: {
  move(by: number): void;
  take(): void;
  close(): void;
}): Readonly<Record<string, () => void>> {
  return {
    ArrowDown: () => list.move(1),
    ArrowUp: () => list.move(-1),
    Enter: list.take,
    Tab: list.take,
    Escape: list.close,
  };
}
