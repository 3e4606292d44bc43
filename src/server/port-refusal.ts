import { messageOf } from '../errors.ts';

/** Why nobody can listen there, in one sentence. */
export function portRefusal(
  error: unknown,
  { port, host }: { readonly port: number; readonly host: string },
): string {
  const { code } = error as NodeJS.ErrnoException;
  const sentence = {
    EADDRINUSE: `The port ${port} of ${host} is taken by another program.`,
    EACCES: `The port ${port} may not be used by this user.`,
    EADDRNOTAVAIL: `${host} is not an address of this machine.`,
    ENOTSUP: 'VITRINE_REUSE_PORT: this system shares no port among processes.',
  }[code ?? ''];
  return sentence ?? `Listening on ${host}:${port} failed: ${messageOf(error)}`;
}

/** What to do about it, where the port is the one of the interface. */
export function portAdvice(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  return (
    { EADDRINUSE: ' Choose one with --port.', EACCES: ' Choose one above 1023 with --port.' }[code ?? ''] ??
    ''
  );
}
