import { refusalsOfDoors } from './refusals-of-doors.ts';

const reads = 'Who reads is refused there, and nothing is stored; the tests beside the operations try it.';
const contract =
  'The contract refuses it first at every door; the writer asks again for whoever comes past that.';
const race = 'It takes two at one moment: ';
const ended = `${race}somebody’s change and the end of what allows it; src/server/ended-on-the-way.test.ts tries it.`;
const said = 'It says what another function answers, whose sentences have rows of their own.';
const restored = 'It says of a row of a backup what the writer says, whose sentences have rows of their own.';
const designs = 'Only a backup names blobs; src/backup/held-rows.test.ts tries it.';
const size =
  'It is of bytes on their way in, whatever they are for; the tests in content/ and beside the operations try it.';
const begins =
  'It begins at one operation of our own and writes nothing; conformance/single-sign-on.test.ts tries it.';
const ofUpstreams = 'Operations of our own alone know upstreams; conformance/upstreams.test.ts tries it.';
const ofReadThrough =
  'It refuses nobody: the log says it at the start, and `vitrine check`; src/mirrors/read-through.test.ts tries it.';
const ofMirrors = 'Operations of our own alone know mirrors; conformance/mirrors.test.ts tries it.';
const nothing =
  'One operation of our own can say nothing, whose test tries it; a workspace file says all of a thing.';

const ofEdits =
  'One operation of our own changes nodes; src/api/workspace-files/patchNodes.test.ts and src/editing/ try it.';

/** Refusals that no row of the table of doors tries, and why: by their sentence, or by file and expression. */
export const refusalsWithoutRow: Readonly<Record<string, string>> = {
  ...refusalsOfDoors,

  'src/file-edits/overtaken.ts: (error.message)': ofEdits,
  'Your session ended while this request was on its way; sign in again.': ended,
  '…: it ended while this request was on its way.': ended,
  'What you may do here changed while this request was on its way; send it again.': ended,
  'Both changed … differently: choose "ours" or "theirs" for each.':
    'One operation of our own merges; src/api/workspace-files/mergeBranch.test.ts tries it.',
  'The branch or its main file has no content yet: there is nothing to merge.':
    'One operation of our own merges; src/api/workspace-files/mergeBranch.test.ts tries it.',
  'The current version is …, and no longer …: look what changed, and try again.': ofEdits,
  'Others change the file all the time. Try again in a while.': `${race}ten times, and each time somebody else was faster.`,
  'Version not found': reads,
  'The log of the server says why.': reads,
  '… Nothing was changed.':
    'It says what the store answers, which only a restore says to its caller; src/cli/failing-store.test.ts tries it.',
  'The file has no content.': reads,
  'The node says … bytes of itself; more than … are not shown. Get file nodes answers it whole.': reads,
  'Too much is asked of designs at once. Try again in a second.': reads,
  'Who comes by the link alone does not learn whom else it is open to.': reads,
  'src/search/select-in-files.ts: (error.message)': reads,
  'src/content/select-in-thread.ts: (outcome.refusal)': reads,
  'The selector takes … over this file; fewer of its parts should look at siblings or descendants of others.':
    reads,
  'The cursor … is not one that a page of this list gave.': reads,
  'file_key names a branch; only main files are published as libraries.': reads,
  'A branch is no library: ask for its main file.': reads,
  'No published … has this key.': reads,
  'Send either before or after, not both.': reads,
  '…, or you may not see it': reads,
  'file_key names a branch; published variables are those of a main file.': reads,
  'There is no file "…" whose uses you may see.': reads,
  'file_key names a branch; only main files are libraries.': reads,
  'Only payments of what you own can be asked for.': reads,
  'plugin_payment_token is not one that is valid now.': reads,
  'Plan not found': reads,
  'VITRINE_OIDC_ISSUER is …, and the discovery document below it names the issuer …. Both have to be the same, to a slash at the end: if that is the provider that you mean, set VITRINE_OIDC_ISSUER to what the document names.':
    'It refuses nobody: the log says it; src/access/single-sign-on/other-issuer.test.ts tries it.',
  'The provider of single sign-on does not answer.': begins,
  'Your e-mail address at the provider is not verified, or not of a domain that is let in here.':
    'conformance/single-sign-on.test.ts tries it at the page that the provider sends people back to.',
  'Upstream not found': reads,
  '…, and there is no such upstream: no file is read through until there is.': ofReadThrough,
  '…, which the administrator of the installation did not add: no file is read through.': ofReadThrough,
  'Licence not found': reads,
  'Fonts of the catalogue are switched off on this server (VITRINE_FONTS_ONLINE).':
    'One operation of our own fetches fonts; src/api/fonts/catalogue-fonts.test.ts tries it.',
  'Name the organization, with --organization or "organization"….': ofUpstreams,
  'base_url is the address of a server, as https://api.figma.com; a token is sent there.': ofUpstreams,
  'base_url has neither user nor password, query nor fragment.': ofUpstreams,
  'ca is no certificate in PEM.': ofUpstreams,
  'token is one word of ASCII, as the upstream showed it once.': ofUpstreams,
  'client_id, client_secret and refresh_token are words of ASCII, as the upstream showed them.': ofUpstreams,
  'Give a token, or a grant.': ofUpstreams,
  'Give a token, with token_kind and expires_at, or a grant.': ofUpstreams,
  'expires_at is that of a token that is given with it.': ofUpstreams,
  'expires_at is over: give a token that is good.': ofUpstreams,
  'src/upstreams/upstream-failed.ts: (failure.message)': ofUpstreams,
  'Nothing to change: name a token, a name or a share.': ofUpstreams,
  'Webhooks reach this server at its public address: set VITRINE_BASE_URL.': ofUpstreams,
  'Nothing is published there.': ofUpstreams,
  'Say what to read: "url" or "file_key".': ofUpstreams,
  'This is no address of a design, such as https://www.figma.com/design/KEY/Name, and no key.': ofUpstreams,
  'This is no address of a design, such as https://www.figma.com/design/KEY/Name, of a project or a team, and no key.':
    ofUpstreams,
  'file_key is the key of a file there, or its address.': ofUpstreams,
  'The upstream belongs to another organization than the project.': ofUpstreams,
  'Mirror not found': reads,
  'The file mirrors none.': reads,
  'Nothing would come: the token lacks … there. Give the upstream a token that has it.':
    'Operations of our own alone know mirrors; src/cli/mirror.test.ts tries it.',
  'This is mirrored already….': ofMirrors,
  'The key "…" is taken here: a mirror of that file alone has it follow.': ofMirrors,
  'The key "…" is taken by a file that came after this mirror: detach the mirror and add it again, and that file follows.':
    ofMirrors,
  'The main file "…" of the branch is not here.': ofMirrors,
  'The file is being read from another server. Try again later.': reads,
  'Nothing to change: name paused or versions.': nothing,
  'Say what to mirror: one of "file_key", "url", "project_id" and "team_id".': ofMirrors,
  'Ids of projects and teams are digits.': ofMirrors,
  'This file mirrors one of another server and is changed there: "npx vitrine mirror detach …" makes it yours.':
    ofMirrors,
  'Nothing to change: name name, project, link_access or archived.': nothing,
  'Nothing to change: name name, team, access, parent or archived.': nothing,
  'Nothing to change: name name, url_path, file or public.': nothing,
  'Public apps may not read activity logs.': reads,
  'Only an administrator of an organization on the enterprise plan may read its logs.': reads,
  'Only an administrator of an organization on the enterprise plan may read its text events.': reads,
  'Only an administrator of an organization may read its developer logs.': reads,
  'Only an administrator of an organization may read its AI usage.': reads,
  'Public apps may not list projects and folders.': reads,
  'Listing projects and folders needs an approval, which neither you nor your app has.': reads,
  'The "cursor" is none that this list gave.': reads,
  'whoever issued this plan access token administers its organization no more.':
    'Who calls is refused there, before anything is asked of a noun.',
  'the app is no longer open to who allowed it.':
    'Who calls is refused there, before anything is asked of a noun.',

  'A name has at most … characters.': contract,
  'A password has at most … characters.': contract,
  'A token needs at least one scope.': contract,
  'There is no scope "…".': contract,
  'Nothing to change: name email, handle, role, seat or password.': contract,
  'Nothing to change: name the name or the plan.': contract,
  'its author does not exist.':
    'Every door finds its author first: who calls, or whom a workspace file names.',

  'What it would belong to changed meanwhile. Try again.': `${race}access/spend.test.ts tries it.`,
  'Too many passwords are being checked. Try again in … seconds.': `${race}access/password-work.test.ts tries it.`,

  '… are … already, and there may be no more; delete some first.':
    'It is said of every cap, and the table of caps (`caps.ts`) tries each at every door.',
  '… would be …, and there may be … at the most.':
    'It is said where many come at once, as the image fills of a design: content/prepare-design.test.ts tries it.',
  '… names the blob …, which is no design: … Nothing was changed.': designs,
  'It is the difference from another one.': designs,
  'It is not the difference that overlays says it is.': designs,
  'To look through it takes more … than it may.':
    'Only a backup brings designs that are looked through; src/content/select-in-thread.test.ts tries a thread that takes too long.',
  'overlays does not say that it is the difference from ….': designs,
  'The app "…": …': restored,
  'The comment "…": …': restored,
  'The dev resource "…": …': restored,
  'The design is larger than …, the limit set by VITRINE_IMPORT_MAX_BYTES.': size,
  'The design takes more memory to read than it may. Split it into several files.': size,
  'The design was not read within … seconds. Send it again, or split it into several files.': size,
  'The body is larger than … bytes.': size,
  'The body broke off.': size,
  'src/content/compile-content.ts: (refusal)':
    'What is wrong with a design: the tests in import/ try it format by format.',
  'src/access/accepted-password.ts: (problem)': said,
  'src/access/confirm-password.ts: (sentence)': said,
  'src/access/name-rules.ts: (problem)': said,
  'src/apps/app-configuration.ts: (problem)': said,
  'src/comments/change-comment.ts: (error.message)': said,
  'src/comments/read-comment.ts: (error.message)': said,
  'src/dev-mode/attached-dev-resources.ts: (refusal)': said,
  'src/fonts/add-family.ts: (error.message)': said,
  'src/people/change-person.ts: (problem)': said,
  'src/webhooks/change-webhook.ts: (lapse)': said,
  'src/webhooks/maker-store.ts: (lapse)': said,
  'src/file-variables/change-and-follow.ts: (problem)':
    'The bounds of a file’s variables: the row of a thousand collections tries one, variables/file-bounds.test.ts all.',
  'src/file-variables/post-variable-changes.ts: (problem)':
    'The bounds of a file’s variables, for a change that nobody makes: variables/file-bounds.test.ts tries all.',
  'src/file-variables/post-variable-changes.ts: (reasonsOf(applied))':
    'The rules of changes by the interface alone, which the tests in variables/ try one by one.',
  'src/file-variables/replace-variables.ts: The variables are ….':
    'What is no JSON, or holds too much in one piece: document/json-in-steps.test.ts tries each.',
  'src/file-variables/replace-variables.ts: (error.message)':
    'The rules of whole sets of variables, which the tests in variables/ try one by one.',
  'src/fonts/add-font.ts: (error.message)':
    'What is wrong with a font: the row of one that cannot be read tries one, the tests in render/text/ all.',
  'src/webhooks/webhook-rules.ts: (refusal)':
    'Where no call goes: the row of private networks tries one, the tests in delivery/ all.',
};
