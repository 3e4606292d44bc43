import { asPerson, mayLackSession } from '../../api/as-person.ts';
import { ServerRefusal, Unreachable } from '../../api/refusals.ts';

/**
 * Sends the bytes of a file, and tells how much of them is gone. `fetch` tells nothing of that.
 * @param address as `addressOf` gives it
 * @throws ServerRefusal, Unreachable
 */
export async function sendBytes<T>(
  address: string,
  bytes: Blob,
  onSent: (share: number) => void = () => undefined,
  method: 'PUT' | 'POST' = 'PUT',
): Promise<T> {
  const { status, response } = await asPerson({
    send: (token) => sendOnce({ address, bytes, onSent, method, token }),
    isRefused: (answer) => mayLackSession(answer.status),
  });
  if (status < 200 || status >= 300) throw new ServerRefusal(status, response?.message ?? response?.err);
  return response;
}

interface Sent {
  readonly address: string;
  readonly bytes: Blob;
  readonly onSent: (share: number) => void;
  readonly method: string;
  readonly token: string;
}

function sendOnce({ address, bytes, onSent, method, token }: Sent): Promise<XMLHttpRequest> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, address);
    request.responseType = 'json';
    request.setRequestHeader('content-type', 'application/octet-stream');
    request.setRequestHeader('x-vitrine-csrf', token);
    request.upload.onprogress = ({ loaded, total }) => onSent(total === 0 ? 1 : loaded / total);
    request.onerror = () => reject(new Unreachable(undefined));
    request.onload = () => resolve(request);
    request.send(bytes);
  });
}
