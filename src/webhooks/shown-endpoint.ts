/** Stands where user name and password of an endpoint are. */
const hidden = '***';

/**
 * The endpoint of a webhook as answers, pages and sentences show it: without the user name and the password that it
 * may hold, which are for the receiver alone.
 */
export function shownEndpoint(endpoint: string): string {
  const url = URL.parse(endpoint);
  if (url === null) return endpoint.replace(/\/\/.*@/s, `//${hidden}@`);
  if (url.username === '' && url.password === '') return endpoint;
  Object.assign(url, { username: hidden, password: '' });
  return url.href;
}

/** Whether somebody sends what they were shown in the place of a user name. */
export const isShownEndpoint = (endpoint: string): boolean => URL.parse(endpoint)?.username === hidden;
