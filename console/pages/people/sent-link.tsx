import { CopyOnce } from '../../parts/copy-once.tsx';
import { Notice } from '../../parts/notice.tsx';
import { Moment } from '../../parts/times.tsx';

export interface Sent {
  readonly delivery: 'sending' | 'mailed' | 'failed' | 'shown';
  readonly link?: string;
  readonly expires_at: string;
}

/** What became of a link for somebody: mailed, or shown to be handed on where the server sends no mail. */
export function SentLink({ sent: { delivery, link, expires_at }, to }: { sent: Sent; to: string }) {
  if (delivery === 'failed')
    return (
      <Notice kind="wrong">
        The mail server did not take the mail to {to}. Send it again after a while.
      </Notice>
    );
  const life = (
    <p>
      It works once, until <Moment at={expires_at} />.
    </p>
  );
  if (link === undefined)
    return (
      <>
        <Notice kind="good">A mail with the link is on its way to {to}.</Notice>
        {life}
      </>
    );
  return (
    <>
      <p>This server sends no mail: hand the link on to {to}, and to nobody else.</p>
      <CopyOnce label="Link" value={link} />
      {life}
    </>
  );
}
