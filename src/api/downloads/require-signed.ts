import { basePathOf } from '../../access/public-addresses.ts';
import type { Context } from '../../context.ts';
import { ApiError, forbidden } from '../../errors.ts';

/** What an address says behind its path: when it ends, or for whom it works while they may see what it shows. */
interface SignedQuery {
  readonly expires?: number | string | undefined;
  readonly for?: string | undefined;
  readonly signature: string;
}

/**
 * Refuses an address that this server did not sign, or that has ended. Whether its holder still may see what it shows
 * is for the caller to ask.
 * @throws ApiError 403, 410
 */
export function requireSigned(
  { addresses, signer, clock }: Context,
  path: string,
  { expires, for: holder, signature }: SignedQuery,
): void {
  const end = String(expires);
  const term = holder === undefined ? end : { holder };
  if (!signer.verify(basePathOf(addresses.base) + path, term, signature)) {
    throw forbidden('The address is not one that this server signed.');
  }
  if (holder === undefined && end !== 'never' && Number(end) * 1000 <= clock.now()) {
    throw new ApiError(410, 'The address has expired. Ask for a new one where it came from.');
  }
}
