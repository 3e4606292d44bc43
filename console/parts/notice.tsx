import type { ReactNode } from 'react';
import './notice.css';

interface NoticeProps {
  readonly kind: 'wrong' | 'good' | 'plain';
  readonly children: ReactNode;
}

/** One thing to know. It is read out when it appears, at once where something is wrong. */
export const Notice = ({ kind, children }: NoticeProps) => (
  <div className={`notice notice-${kind}`} role={kind === 'wrong' ? 'alert' : 'status'}>
    {children}
  </div>
);
