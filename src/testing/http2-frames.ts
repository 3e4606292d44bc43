/** A frame of HTTP/2 as it goes over the wire. @see RFC 9113, 4.1 */
export function frame(type: number, flags: number, stream: number, payload: Buffer): Buffer {
  const head = Buffer.alloc(9);
  head.writeUIntBE(payload.length, 0, 3);
  head.writeUInt8(type, 3);
  head.writeUInt8(flags, 4);
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, payload]);
}

/** What a client begins with. */
export function hello(settings: readonly (readonly [number, number])[] = []): Buffer {
  const payload = Buffer.alloc(6 * settings.length);
  for (const [place, [name, value]] of settings.entries()) {
    payload.writeUInt16BE(name, 6 * place);
    payload.writeUInt32BE(value, 6 * place + 2);
  }
  return Buffer.concat([Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'), frame(4, 0, 0, payload)]);
}

/** How much of an answer a client takes before it says more. */
export const windowSetting = 4;
/** The same for the whole connection, as much as there can be. */
export const moreRoom = frame(8, 0, 0, Buffer.from([0x7f, 0, 0, 0]));

/** `:method: GET`, `:scheme: https`, `:path: /`. */
export const getOverHttp2 = Buffer.from([0x82, 0x87, 0x84]);
const authority = Buffer.concat([Buffer.from([0x41, 9]), Buffer.from('localhost')]);
/** The first request, whole. */
export const getFrame = frame(1, 5, 1, Buffer.concat([getOverHttp2, authority]));
