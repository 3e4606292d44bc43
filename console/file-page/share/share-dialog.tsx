import { LinkAccess } from './link-access.tsx';
import { Links } from './links.tsx';
import { People } from './people.tsx';
import { Sites } from './sites.tsx';
import './share.css';

export const ShareDialog = () => (
  <>
    <LinkAccess />
    <People />
    <Links />
    <Sites />
  </>
);
