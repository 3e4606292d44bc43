import { useRouter } from '@tanstack/react-router';
import { Button, Header, Menu, MenuItem, MenuSection, MenuTrigger, Popover } from 'react-aria-components';
import { basePath } from '../api/base-path.ts';
import { call } from '../api/call.ts';
import { usePerson } from '../api/session.ts';
import '../parts/popover.css';

/** The person's name, and what they can do about being signed in. */
export function PersonMenu() {
  const { handle, email } = usePerson();
  const router = useRouter();
  const actions: Readonly<Record<string, () => Promise<void>>> = {
    settings: () => router.navigate({ to: '/settings' }),
    'sign-out': signOut,
  };
  return (
    <MenuTrigger>
      <Button className="person-button">
        <span className="initials" aria-hidden="true">
          {initialsOf(handle)}
        </span>
        <span className="person-name">{handle}</span>
        <span className="unseen">your account</span>
      </Button>
      <Popover className="popover" placement="bottom end">
        <Menu className="menu" onAction={(key) => void actions[String(key)]?.()}>
          <MenuSection>
            <Header className="menu-header">{email}</Header>
            <MenuItem className="menu-item" id="settings">
              Account settings
            </MenuItem>
            <MenuItem className="menu-item" id="sign-out">
              Sign out
            </MenuItem>
          </MenuSection>
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}

/** Leads to sign-in, whether or not there was a session left to end. */
async function signOut(): Promise<void> {
  await call('DELETE /workspace/v1/session').catch(() => undefined);
  location.assign(`${basePath}/sign-in`);
}

function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const shown = words.length > 1 ? [words[0], words.at(-1)] : [words[0]];
  return shown
    .map((word = '') => [...word][0] ?? '')
    .join('')
    .toUpperCase();
}
