import { describe, expect, it } from 'vitest';
import { acceptInvitation } from '../accounts/accept-invitation.ts';
import { joinAnew } from '../accounts/join-by-invitation.ts';
import { createApp } from '../apps/create-app.ts';
import type { BlobId } from '../blobs/blob-store.ts';
import { type Change, inAnonymousChange, inChange } from '../change.ts';
import { postComment } from '../comments/post-comment.ts';
import { react } from '../comments/react.ts';
import { readEmoji } from '../comments/read-emoji.ts';
import { fileKeyOf, idOfNothing, teamIdOf } from '../contract/branded-ids.ts';
import { changeFile } from '../files/change-file.ts';
import { createBranch } from '../files/create-branch.ts';
import { createFile } from '../files/create-file.ts';
import { keepImageFills } from '../files/keep-image-fills.ts';
import { addFont } from '../fonts/add-font.ts';
import { publishLibrary } from '../libraries/publish-library.ts';
import { useLibrary } from '../libraries/use-library.ts';
import { createPerson } from '../people/create-person.ts';
import { createProject } from '../places/create-project.ts';
import { createTeam } from '../places/create-team.ts';
import { createSite } from '../sites/create-site.ts';
import { castServer, files, organizations, projects, team } from '../testing/cast.ts';
import { createToken } from '../tokens/create-token.ts';
import { createPlanToken } from '../tokens/plan-tokens.ts';
import { acceptedAnyway } from './accepted-password.ts';
import { administratorCaller } from './administrator-caller.ts';
import { findAdministrator } from './caller-store.ts';
import { type Counted, caps, nothingComes, refuseBeyond, spend, uncounted } from './caps.ts';

const { play, server } = castServer();

type Cap = keyof typeof caps;

/** Counts of every cap: of somebody of whom there is nothing. */
async function countsOfNobody(): Promise<Counted<Cap>> {
  const { database } = server().context;
  const counts = (Object.keys(caps) as Cap[]).map((cap) => refuseBeyond(database, cap, idOfNothing));
  return Object.assign({}, ...(await Promise.all(counts)));
}

const fileKey = fileKeyOf(files.open);
const organizationId = organizations.acme;
const anApp = { organizationId, configuration: { name: 'App' } };
const aPerson = { handle: 'Nora', email: 'nora@example.com', organizationId };
const aProject = { name: 'More', teamId: team, access: 'team', parentId: null } as const;
const aSite = { name: 'More', fileKey, isPublic: true };
const aToken = { name: 'More', scopes: ['current_user:read'] };

type Spend = (change: Change, counts: Counted<Cap>) => Promise<unknown>;

/** What writes under a cap. */
const writers: Readonly<Record<string, Spend>> = {
  createTeam: (change, counts) => createTeam(change, { name: 'More', organizationId }, counts),
  createProject: (change, counts) => createProject(change, aProject, counts),
  createFile: (change, counts) => createFile(change, { name: 'More', projectId: projects.open }, counts),
  createBranch: (change, counts) => createBranch(change, { name: 'More', mainFileKey: fileKey }, counts),
  changeFile: (change, counts) => changeFile(change, fileKey, { projectId: projects.viewOnly }, counts),
  keepImageFills: (change, counts) => keepImageFills(change, fileKey, [], counts),
  createSite: (change, counts) => createSite(change, aSite, counts),
  useLibrary: async (change, counts) => {
    const libraryKey = fileKeyOf(files.viewOnly);
    await publishLibrary(change, { fileKey: libraryKey });
    return useLibrary(change, { fileKey, libraryKey }, counts);
  },
  postComment: (change, counts) => postComment(change, { fileKey, message: 'More' }, counts),
  react: async (change, counts) => {
    const said = { fileKey, message: 'One' };
    const { id } = await postComment(change, said, uncounted('commentsOfFile', 'A test says so.'));
    return react(change, { fileKey, commentId: id, emoji: readEmoji(':+1:') }, counts);
  },
  createApp: (change, counts) => createApp(change, anApp, counts),
  createToken: (change, counts) => createToken(change, aToken, counts),
  createPlanToken: (change, counts) => {
    const user = { ...change.by.user, organizationId, role: 'admin' as const };
    return createPlanToken({ ...change, by: { ...change.by, user } }, { ...aToken, organizationId }, counts);
  },
  createPerson: (change, counts) => createPerson(change, aPerson, counts),
  addFont: (change, counts) => {
    const blob = { id: 'a-blob' as BlobId, sizeBytes: 1 };
    return addFont(change, { asked: organizationId, counted: counts, faces: [], blob });
  },
};

const elsewhere = { status: 409, message: 'What it would belong to changed meanwhile. Try again.' };

const byAdministrator = async (work: (change: Change) => Promise<unknown>) => {
  const { context } = server();
  return inChange(context, administratorCaller(await findAdministrator(context.database)), work);
};

describe('A count', () => {
  it.each(Object.entries(writers))('of somebody else is refused by %s', async (_name, write) => {
    const counts = await countsOfNobody();
    await expect(byAdministrator((change) => write(change, counts))).rejects.toMatchObject(elsewhere);
  });

  it('of another organization lets nobody in by an invitation, and leaves the invitation', async () => {
    const path = `POST /workspace/v1/organizations/${organizationId}/invitations`;
    const { link } = (await play('alice', path, { email: 'nora@example.com' })).json;
    const token = new URL(link).pathname.split('/').at(-1) ?? '';
    const password = acceptedAnyway('a stored form', 'A test says so.');
    const join = (counted: Counted<'peopleOfOrganization'>) =>
      inAnonymousChange(server().context, (change) =>
        acceptInvitation(
          change,
          { token, ipAddress: '::1', counted },
          joinAnew({ handle: 'Nora', password }),
        ),
      );
    await expect(join(await countsOfNobody())).rejects.toMatchObject(elsewhere);
    await expect(join(nothingComes('peopleOfOrganization'))).rejects.toMatchObject(elsewhere);
    const { database } = server().context;
    const own = await refuseBeyond(database, 'peopleOfOrganization', organizationId);
    expect(await join(own)).toMatchObject({ userId: expect.any(String) });
  });

  it('is taken for whom it was made, whatever else is counted beside', async () => {
    const counted = await refuseBeyond(server().context.database, 'projectsOfTeam', team);
    expect(() => spend(counted, 'projectsOfTeam', team)).not.toThrow();
    expect(() => spend(counted, 'projectsOfTeam', teamIdOf('another'))).toThrow(elsewhere.message);
    expect(() => spend(nothingComes('projectsOfTeam'), 'projectsOfTeam', team)).toThrow(elsewhere.message);
    expect(() =>
      spend(uncounted('projectsOfTeam', 'Why.'), 'projectsOfTeam', teamIdOf('another')),
    ).not.toThrow();
  });
});
