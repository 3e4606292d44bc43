import { constants, type Http2Session } from 'node:http2';

/** More than any client asks for: those that measure a line by pings send some for each of its round trips. */
const mostInSecond = 1000;

/** Ends a session that asks for acknowledgements without end: each is work, and nobody is answered by it. */
export function endWhereTooManyAsked(session: Http2Session, now = () => performance.now()): void {
  let second = 0;
  let count = 0;
  const asked = (): void => {
    const at = Math.floor(now() / 1000);
    count = at === second ? count + 1 : 1;
    second = at;
    if (count <= mostInSecond || session.destroyed) return;
    session.goaway(constants.NGHTTP2_ENHANCE_YOUR_CALM);
    session.destroy();
  };
  session.on('ping', asked);
  session.on('remoteSettings', asked);
}
