import type { IncomingMessage } from 'node:http';
import { ApiError, badRequest } from '../errors.ts';
import { headersTooLarge, targetTooLong } from './raw-refusal.ts';
import {
  longestTargetBytes,
  mostHeaderBytes,
  mostHeaderLines,
  mostQueryParameters,
} from './request-sizes.ts';

/**
 * Bounds what the head of a request may hold before anything of it is read, alike over every version of HTTP.
 * @throws ApiError 414, 431, 400 for too many parameters
 * @see ruling H21
 */
export function refuseOversized({ url = '', rawHeaders }: Pick<IncomingMessage, 'url' | 'rawHeaders'>): void {
  if (url.length > longestTargetBytes) throw refusal(targetTooLong);
  const isTooMany = rawHeaders.length > 2 * mostHeaderLines;
  if (isTooMany || sumOfLengths(rawHeaders) > mostHeaderBytes) throw refusal(headersTooLarge);
  if (countOf('&', url, mostQueryParameters) >= mostQueryParameters)
    throw badRequest(`An address has ${mostQueryParameters.toLocaleString('en')} parameters at the most.`);
}

const refusal = ({ status, sentence }: { status: number; sentence: string }): ApiError =>
  new ApiError(status, sentence);

const sumOfLengths = (texts: readonly string[]): number => texts.reduce((sum, text) => sum + text.length, 0);

/** How often a character stands in a text, counted no further than needed. */
function countOf(character: string, text: string, most: number): number {
  let count = 0;
  let at = text.indexOf(character);
  while (at !== -1 && count < most) {
    count += 1;
    at = text.indexOf(character, at + 1);
  }
  return count;
}
