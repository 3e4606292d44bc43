import { BadSetting, type Config, settingRows } from '../../config.ts';
import { readSmallFile } from '../../database/small-file.ts';
import { whyUnreadable } from '../../errors.ts';
import { originalLimits, type RateLimits } from './limits.ts';

/**
 * The limits that the setting names; undefined where there are none.
 * @throws BadSetting naming the file and what is wrong with it
 */
export async function loadLimits({
  rateLimits,
}: Pick<Config, 'rateLimits'>): Promise<RateLimits | undefined> {
  if (rateLimits === 'off') return undefined;
  if (rateLimits === 'original') return originalLimits;
  const refuse = (reason: string) =>
    new BadSetting(settingRows.rateLimits.environmentName, `${rateLimits}: ${reason}`);
  const text = await readSmallFile(rateLimits).catch((error) => {
    throw new BadSetting(settingRows.rateLimits.environmentName, whyUnreadable(rateLimits, error));
  });
  const { BadLimits, readLimits } = await import('./read-limits.ts');
  try {
    return readLimits(text);
  } catch (error) {
    throw error instanceof BadLimits ? refuse(error.message) : error;
  }
}
