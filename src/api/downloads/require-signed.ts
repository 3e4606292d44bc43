import { basePathOf } from '../../access/public-addresses.ts';
import type { Context } from '../../context.ts';
import { ApiError, forbidden } from '../../errors.ts';

/**
 * Refuses an address that this server did not sign, or that has ended.
 * @throws ApiError 403, 410
 */
export function requireSigned(
  { addresses, signer, clock }: Context,
  path: string,
  { expires, signature }: { expires: number | string; signature: string },
): void {
  const end = String(expires);
  if (!signer.verify(basePathOf(addresses.base) + path, end, signature)) {
    throw forbidden('The address is not one that this server signed.');
  }
  if (end !== 'never' && Number(end) * 1000 <= clock.now()) {
    throw new ApiError(410, 'The address has expired. Ask for a new one where it came from.');
  }
}
