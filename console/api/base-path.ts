/** What the addresses of the console and of its operations begin with: nothing, or as `/design`. */
export const basePath: string = document.documentElement.dataset.base ?? '';

/** Leads to sign-in, and back to where the person is. */
export function goToSignIn(): void {
  const next = location.pathname + location.search;
  location.assign(`${basePath}/sign-in?${new URLSearchParams({ next })}`);
}
