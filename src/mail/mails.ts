import type { Mail } from './mail-server.ts';

/** What leads people here. The link stands on a line of its own, so that no program cuts it. */
const lines = (...parts: readonly string[]): string => `${parts.join('\n\n')}\n`;

export function invitationMail(
  to: string,
  { organization, inviter, link }: Readonly<Record<'organization' | 'inviter' | 'link', string>>,
): Mail {
  return {
    to,
    subject: `${inviter} invites you to ${organization}`,
    text: lines(
      'Hello,',
      `${inviter} invites you to the designs of ${organization}. Choose your name and a password here:`,
      link,
      'The link works once, and for seven days. If you do not know what this is about, do nothing: without the link nobody uses your address.',
    ),
  };
}

export function passwordResetMail(
  to: string,
  { handle, organization, link }: { handle: string; organization: string | null; link: string },
): Mail {
  return {
    to,
    subject: 'Choose another password',
    text: lines(
      `Hello ${handle},`,
      `somebody asked for another password for your account${organization === null ? '' : ` at ${organization}`}. Choose it here:`,
      link,
      'The link works once, and for an hour. If it was not you, do nothing: your password stays as it is.',
    ),
  };
}

export function passwordChangedMail(
  to: string,
  { handle, organization }: { handle: string; organization: string | null },
): Mail {
  return {
    to,
    subject: 'Your password was changed',
    text: lines(
      `Hello ${handle},`,
      `the password of your account${organization === null ? '' : ` at ${organization}`} was changed, and other browsers were signed out.`,
      'If it was not you, tell an administrator of your organization at once.',
    ),
  };
}
