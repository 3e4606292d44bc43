import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type OperationId, operationContract, operationIds } from '../contract/contract.ts';

type Reasons = Readonly<Record<string, readonly OperationId[]>>;

/** Operations that no page calls as a script, since it is a page, or the address of something that pages show. */
const pages: Reasons = {
  'It is a page that the server makes, or what its form sends.': [
    ...(['getSignIn', 'postSignIn', 'postSignOut', 'getFirstRun', 'postFirstRun'] as const),
    ...(['getInvitation', 'postInvitation', 'postInvitationJoin', 'getSingleSignOn'] as const),
    ...(['getSingleSignOnCallback', 'getForgotPassword', 'postForgotPassword'] as const),
    ...(['getResetPassword', 'postResetPassword', 'getOAuthAuthorization', 'postOAuthConsent'] as const),
    ...(['getDocs', 'getDocsOfTag'] as const),
  ],
  'It is the address of a picture or of a file that an answer gives, or that a page shows.': [
    ...(['downloadImage', 'downloadImageFill', 'downloadThumbnail', 'downloadAppLogo'] as const),
    ...(['downloadTextEvents', 'getViewerTile', 'getViewerSite', 'getViewerSiteTile'] as const),
    ...(['getOpenApi', 'getOEmbed'] as const),
  ],
};

/** Operations that a page calls at the address that it was sent with. */
const atGivenAddresses: Reasons = {
  'The page of a prototype calls it below the path of its facts.': ['listViewerClicks'],
};

/** Operations that are meant for programs only. */
const forPrograms: Reasons = {
  'Balancers, probes and those who watch servers ask it.': ['getHealth', 'getReadiness', 'getMetrics'],
  'An upstream tells by it that something changed there.': ['notifyMirror'],
  'An app asks it for itself, with its secret.': ['postOAuthToken', 'postOAuthRefresh'],
  'Pages show the same by an operation of ours that answers less or in pages.': [
    ...(['getFileMeta', 'getImageFills', 'getTeamProjects', 'getProjectMeta'] as const),
    ...(['getProjectFiles', 'getTeamFolders', 'getFolderFolders', 'getFolderFiles'] as const),
    ...(['getFolderMeta', 'getCommentReactions', 'getTeamWebhooks', 'readFromUpstream'] as const),
  ],
  'Tools that sell things, or count credits, ask and tell it.': [
    ...(['getPayments', 'putPayment', 'createPaymentToken', 'recordAiUsage', 'getAiUsageDaily'] as const),
  ],
  'Programs of compliance read it.': ['getTextEvents'],
  'Whoever keeps an installation as a file applies it.': ['applyWorkspace'],
  'People are invited; a program brings those of another directory.': ['createUser'],
  'It is for the machine of the server, where the token lies in a file.': ['replaceAdministratorToken'],
  'Tests ask it, of states and tokens that they made.': ['createTestSnapshot', 'putTokenIdentity'],
  'People delete variables with everything else that they change, on the page of variables.': [
    'deleteFileVariable',
  ],
  'The page of a library is of one file; programs ask for those of a team, or for one by its key.': [
    ...(['getTeamComponents', 'getComponent', 'getTeamComponentSets', 'getComponentSet'] as const),
    ...(['getTeamStyles', 'getStyle'] as const),
  ],
  'Scripts and agents change and find nodes by it; people search and look.': [
    ...(['patchNodes', 'selectNodes', 'selectProjectNodes', 'selectTeamNodes', 'listRenders'] as const),
  ],
};

const source = readdirSync('console', { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !/\.test\.ts$/.test(path))
  .map((path) => readFileSync(join('console', path), 'utf8'))
  .join('\n');
const routes = new Set(source.match(/\b(GET|PUT|POST|PATCH|DELETE) \/[^\s'"`]+/g));

const isCalled = (id: OperationId): boolean => {
  const { method, path } = operationContract(id);
  return routes.has(`${method.toUpperCase()} ${path}`);
};
const namesOf = (reasons: Reasons): OperationId[] => Object.values(reasons).flat();

it('Every operation is reached by a page of the console, or listed with why it is not', () => {
  const listed = new Set([pages, atGivenAddresses, forPrograms].flatMap(namesOf));
  expect(operationIds.filter((id) => !isCalled(id) && !listed.has(id))).toEqual([]);
});

it('What is meant for programs only is called by no page of the console', () => {
  expect(namesOf(forPrograms).filter(isCalled)).toEqual([]);
});
