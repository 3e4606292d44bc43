import { thisPerson } from './this-person.ts';

/** Nobody else who signs in here later is shown it. */
const nameOf = (place: string): string => `vitrine ${thisPerson} ${place}`;

/** What the person left there in this tab, also before the page was loaded again or the session ended; else nothing. */
export function keptInTab(place: string): string {
  try {
    return sessionStorage.getItem(nameOf(place)) ?? '';
  } catch {
    return '';
  }
}

/** Keeps it, as far as the browser has room; nothing of it where the text is empty. */
export function keepInTab(place: string, text: string): void {
  try {
    if (text === '') sessionStorage.removeItem(nameOf(place));
    else sessionStorage.setItem(nameOf(place), text);
  } catch {
    // Without room there is nothing to come back to.
  }
}
