import type { WorkspaceApp } from '../../contract/contract.ts';
import { printable } from '../printed-text.ts';

/** Where an app stands, as a sentence. */
export function stateText(app: Pick<WorkspaceApp, 'name' | 'client_id' | 'state' | 'review'>): string {
  const review = { none: '', pending: ', waits for its review', sent_back: ', was sent back' }[app.review];
  return `${printable(app.name)} (${app.client_id}) is ${app.state}${review}.\n`;
}
