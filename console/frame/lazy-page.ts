import { lazyRouteComponent } from '@tanstack/react-router';
import { Unreachable } from '../api/refusals.ts';

/**
 * A page whose script is fetched when it is first shown. Where that fails because the server is away, the frame says
 * so; the router by itself would load the window again, and the browser would show a page of its own in place of it.
 */
export const lazyPage = <Module extends Parts, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
) => lazyRouteComponent<Module, Name>(() => load().catch(unlessAway), name);

type Parts = Parameters<typeof lazyRouteComponent>[0] extends () => Promise<infer Module> ? Module : never;

/** @throws Unreachable where nothing else is answered either; what was thrown where the script alone is missing */
async function unlessAway(cause: unknown): Promise<never> {
  const answer = await fetch(location.href, { method: 'HEAD', cache: 'no-store' }).catch(() => undefined);
  if (answer === undefined || answer.status >= 500) throw new Unreachable(cause);
  throw cause;
}
