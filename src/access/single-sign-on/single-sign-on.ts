import type { Config } from '../../config.ts';
import type { Provider } from './provider.ts';
import { readSingleSignOn, type SingleSignOnSettings } from './settings.ts';

/** How people sign in elsewhere. */
export interface SingleSignOn {
  readonly settings: SingleSignOnSettings;
  readonly provider: Provider;
}

/**
 * Single sign-on, where the settings have one. The provider is not called before somebody signs in.
 * @throws BadSetting
 */
export async function openSingleSignOn(
  config: Config,
  clock: { now(): number },
  systemClock: { now(): number },
): Promise<SingleSignOn | undefined> {
  const settings = await readSingleSignOn(config);
  if (settings === undefined) return undefined;
  const { openProvider } = await import('./provider.ts');
  return { settings, provider: openProvider(settings, clock, systemClock) };
}
