/** Schemes that run or open something on the person's own machine, or that browsers treat as pages of their own. */
const refusedSchemes =
  /^(javascript|vbscript|data|file|filesystem|blob|about|chrome|view-source|feed|jar|res|urn|wss?|s?ftp|smb|ssh|telnet|vnc|rdp|ldaps?|mailto|tel|sms|intent|search|(search-)?ms(-.*)?):$/;
const loopback = /^(localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;
const printable = /^[\x21-\x7e]+$/;

/**
 * Why an address cannot be one that people are sent back to, or undefined where it can: HTTPS; HTTP on the own
 * machine; the scheme of an app on a device. It is compared character by character later, so it has no fragment,
 * and nothing that browsers would read in another way than we do.
 *
 * @see RFC 9700, 2.1 and 4.1; RFC 8252, 7
 */
export function redirectUrlProblem(address: string): string | undefined {
  const shown = JSON.stringify(address.slice(0, 200));
  const url = URL.parse(address);
  if (!printable.test(address) || address.includes('\\') || url?.hostname.includes('*'))
    return `The redirect URL ${shown} has a character that addresses do not have.`;
  if (url === null) return `The redirect URL ${shown} is not an absolute address.`;
  if (address.includes('#')) return `The redirect URL ${shown} has a fragment.`;
  if (url.username !== '' || url.password !== '') return `The redirect URL ${shown} names a user.`;
  if (refusedSchemes.test(url.protocol) || (url.protocol === 'http:' && !loopback.test(url.hostname)))
    return `The redirect URL ${shown} is neither https:// nor http:// on the own machine.`;
  return undefined;
}
