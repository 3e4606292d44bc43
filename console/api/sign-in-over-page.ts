import { basePath } from './base-path.ts';
import { renewedCsrfToken } from './csrf-token.ts';

const address = `${basePath}/sign-in?${new URLSearchParams({ next: `${basePath}/sign-in` })}`;

/**
 * Shows the server's own page for signing in over this one, which stays as it is below, and answers once the person
 * whose page this is is signed in. The forms of that page are sent from here; its links, as to single sign-on, open a
 * window, and coming back from there is seen.
 */
export function signInOverPage(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const dialog = emptyDialog();
  let isOver = false;

  async function look(): Promise<boolean> {
    if (!isOver && (await renewedCsrfToken()) !== '') end();
    return isOver;
  }
  async function go(to: string, form?: HTMLFormElement): Promise<void> {
    const answer = await fetch(to, requestOf(form)).catch(() => undefined);
    const isDone = await look().catch(() => false);
    if (!isDone) show(dialog, (await answer?.text()) ?? unanswered);
  }
  const lookAgain = () => void look().catch(() => undefined);
  function end(): void {
    isOver = true;
    removeEventListener('focus', lookAgain);
    document.removeEventListener('visibilitychange', lookAgain);
    dialog.close();
    dialog.remove();
    resolve();
  }

  dialog.addEventListener('submit', (event) => {
    event.preventDefault();
    if (event.target instanceof HTMLFormElement) void go(event.target.action, event.target);
  });
  addEventListener('focus', lookAgain);
  document.addEventListener('visibilitychange', lookAgain);
  void go(address);
  return promise;
}

/** Escape does not close it: without a session there is nothing to go on with. */
function emptyDialog(): HTMLDialogElement {
  const dialog = document.createElement('dialog');
  dialog.className = 'signed-out';
  dialog.setAttribute('aria-label', 'Sign in again');
  // The dialogs of the console that are open below leave its focus and its clicks alone.
  dialog.dataset.reactAriaTopLayer = 'true';
  dialog.addEventListener('cancel', (event) => event.preventDefault());
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

const requestOf = (form: HTMLFormElement | undefined): RequestInit => ({
  headers: { accept: 'text/html' },
  ...(form?.method === 'post' && { method: 'POST', body: new URLSearchParams(new FormData(form) as never) }),
});

const unanswered = `<main><h1>Sign in</h1><p class="wrong" role="alert">The server does not answer.</p>
<form action="${address}"><div class="choices"><button class="main" type="submit">Try again</button></div></form></main>`;

const ended = 'Your session has ended. This page stays as you left it, with all that you have written.';
const ofAnother =
  'This page belongs to whoever was signed in before. Load it again to see it as yourself, or sign out so that they can go on.';

/** The page without its head, whose style this page's policy refuses, with a complaint of the browser. */
const contentOf = (page: string): string => page.slice(Math.max(page.indexOf('<main'), 0));

/** Shows what a page of the server has in it: the form to sign in, or who is signed in. */
function show(dialog: HTMLDialogElement, page: string): void {
  const content = new DOMParser().parseFromString(contentOf(page), 'text/html').querySelector('main');
  const words = document.createElement('p');
  const isOther = content?.querySelector('[action*="/sign-out"]') != null;
  words.textContent = isOther ? ofAnother : ended;
  for (const link of content?.querySelectorAll('a') ?? []) link.target = '_blank';
  content?.querySelector(isOther ? 'p' : 'h1')?.after(words);
  dialog.replaceChildren(...(content?.childNodes ?? []));
  dialog.querySelector<HTMLElement>('input:not([type=hidden]), button, a')?.focus();
}
