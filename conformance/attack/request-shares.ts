import type { Operation } from './published-interface.ts';

/** What draws, hashes passwords, starts a process or copies the installation gets fewer requests than what looks things up. */
const shares: Readonly<Record<string, number>> = {
  // Pictures are drawn, and fonts read, in processes of their own.
  getImages: 0.2,
  getViewerTile: 0.4,
  getViewerSiteTile: 0.4,
  downloadImage: 0.5,
  downloadThumbnail: 0.4,
  // Another server is asked, and waited for.
  syncMirror: 0.02,
  createMirror: 0.1,
  pullFromUpstream: 0.1,
  readFromUpstream: 0.2,
  addFont: 0.1,
  addCatalogueFonts: 0.1,
  getMissingFonts: 0.5,
  // Some hundred kilobytes each, which are read and compared here.
  getOpenApi: 0.1,
  getDocs: 0.3,
  getMetrics: 0.3,
  // Every row and every blob is read or written.
  getBackup: 0.05,
  putBackup: 0.05,
  applyWorkspace: 0.2,
  createTestWorkspace: 0.1,
  createTestSnapshot: 0.1,
  resetTestState: 0.3,
  // A hash of a password takes its time on purpose.
  getSignIn: 0.5,
  postSignIn: 0.2,
  changePassword: 0.2,
  createUser: 0.3,
  updateUser: 0.3,
  linkIdentity: 0.2,
  postInvitation: 0.3,
  postResetPassword: 0.3,
};

export const shareOf = ({ id }: Operation): number => shares[id] ?? 1;
