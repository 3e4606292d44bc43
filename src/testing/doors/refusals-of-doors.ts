/**
 * What a door refuses by itself, ahead of any writer: how it is asked, and not what becomes of a noun. A sentence about a
 * noun belongs to its room.
 */
const listed =
  'It is how a list or a log is asked for, and nothing is stored; the tests beside the operation try it.';
const shown = 'Who looks is refused there, and nothing is stored; the tests beside the operation try it.';
const testing =
  'It is of test mode alone, which holds the clock, faults and states of a test; its tests try it.';
const written =
  'It is how an entry is written, and says nothing of what it is about; the tests of workspace-file/ try it.';
const archive = 'It is of the archive, whatever its rows say; api/backup/backup.test.ts tries it.';
const protocol = 'It is a rule of the protocol, which stores nothing; the tests of oauth/ try it.';
const form = 'It is how a page is filled in or called, whatever it is about; the tests of pages/ try it.';

const staleForm = 'It shows a form again; conformance/stale-forms.test.ts and oauth-browser.test.ts try it.';

const signIn =
  'It begins a session, or none, and changes nothing of anybody; the tests of api/sign-in/ and conformance/single-sign-on.test.ts try it.';

const firstRun =
  'It is of the page of a new server, which changes the first account once; api/sign-in/first-run/ tries it.';

/** Refusals of the doors, by their sentence, or by file and expression. */
export const refusalsOfDoors: Readonly<Record<string, string>> = {
  '"start_time" is later than "end_time".': listed,
  'Invalid value for "cursor": it is not one that this log gave out.': listed,
  'This cursor goes on with "order=…".': listed,
  '"…" is no day of the form YYYY-MM-DD.': listed,
  '"start_date" is before ….': listed,
  '"end_date" is before "start_date".': listed,
  '"end_date" is in the future.': listed,
  '"user_email" is nobody\'s of this organization.': listed,
  'Invalid value for "cursor": it is not one that an earlier page gave.': listed,
  'cursor is not one that an earlier page of these reactions gave.': listed,
  '"…" names more than … values.': listed,
  '"start_date" is not an hour in the past yet.': listed,
  '"end_date" is not after "start_date".': listed,
  '"end_date" is more than … hours after "start_date".': listed,
  '"…" is no time in UTC as 2026-01-01T00:00:00Z.': listed,
  'cursor is not one that a page of this list gave.': listed,
  'cursor is not one of an answer before.': listed,
  'end_date is before start_date.': listed,
  '… is a date as 2026-01-31.': listed,
  'Send either plan_api_id or context with context_id, not both.': listed,
  'Say whose webhooks to list: context with context_id, or plan_api_id.': listed,
  'plan_api_id is team-<id> or organization-<id>, where the id is a number.': listed,
  'cursor is not one that an earlier page gave.': listed,
  'plugin_payment_token stands alone: leave out user_id and the id of the resource.': listed,
  'Give plugin_payment_token, or user_id and the id of a resource.': listed,
  'Beside user_id give exactly one of community_file_id, plugin_id and widget_id.': listed,
  '… must be a number.': listed,
  'Invalid value for "properties": there are more than ….': listed,
  'Invalid value for "q": it has … words, and may have ….': listed,
  'Invalid value for "q": there is no letter and no digit in it.': listed,
  'Say what is sought: "q", or one of "type", "component", "style", "variable", "font", "page".': listed,
  'The project is not one of the team: name one of the two.': listed,

  'Image not found': shown,
  'There is nothing to see.': shown,
  'The address is not one that this server signed.': shown,
  'The address has expired. Ask for a new one where it came from.': shown,
  'Request too large. If applicable, filter by query params.': shown,
  'Invalid value for "depth": expected a whole number of at least 1, or 0 together with "ids".': shown,
  'Missing parameter "ids": name at least one node.': shown,
  'Only `format=json` is implemented.': shown,
  'The parameter "url" is not the address of a file or site of this server.': shown,
  'src/api/server/getReadiness.ts: (whyNot)': shown,
  'Needs no token.': 'It is a line of the page of operations, and refuses nothing.',
  'One is found.': 'It is a line of the page of operations, and refuses nothing.',
  '… are found.': 'It is a line of the page of operations, and refuses nothing.',
  'There is no such tag.': shown,
  'The file has no such page': shown,
  'The pages look otherwise now. Ask for the facts again: they have the new address.': shown,
  'Too many tiles are waiting. Try again in a second.': shown,
  'The tile was not drawn. Try again in a while.': shown,
  'Neither version has such a node': shown,
  'The file has no such node': shown,
  'The … version has no such node': shown,
  'The two are designs of different organizations, which draw with fonts of their own: compare their nodes alone.':
    shown,
  'Too many pictures are waiting. Try again in a second.': shown,
  'The picture was not drawn. Try again in a while.': shown,

  'No more than … states are remembered.': testing,
  'src/api/test-mode/require-test-mode.ts: Not found': testing,
  'No state "…" is remembered.': testing,
  'Say where to move the clock: "advance" or "set".': testing,
  'The clock goes forward only; it is … now.': testing,
  'The clock ends with the year 9999.': testing,
  'There is no operation "…".': testing,
  'Say what the calls do instead: "status", "delay", "cutBodyAt" or "failRender".': testing,
  '"delay" is an hour at the most.': testing,
  '"…" names "…", which this workspace file does not hold. A test\'s world is whole.':
    'Rows name its words without the last sentence, and try it of each thing that a world names.',

  'The file … cannot be written (…). The token stays as it was.':
    'It is of the data folder, and no rule of tokens; api/tokens/ tries it.',
  'Say what to send again: either delivery or failed_since.':
    'It is how it is asked for; the tests beside the operation try it.',

  '… has to name its organization: there is not exactly one.': written,
  '…: …': 'It says what a writer refuses, whose sentences have rows of their own, and of which entry.',
  '… has no source, and the file has none either.': written,
  'src/workspace-file/prepare-file.ts: (pathSentence(title, source))': written,
  'src/workspace-file/prepare-file.ts: (pathSentence(title, images))': written,
  '… is nested too deeply to stand in place. Send it as { "base64": … }.': written,

  'The backup has the schema "…", this installation "…". Restore it with the version that wrote it. Nothing was changed.':
    archive,
  'The body is not a backup of this program. Nothing was changed.': archive,
  'The archive is broken or cut off. Nothing was changed.': archive,
  'The archive holds "…", which no backup holds. Nothing was changed.': archive,
  'The archive is damaged: "…" is not what was backed up. Nothing was changed.': archive,
  'The archive is incomplete: … is missing. Nothing was changed.': archive,
  'The backup holds a line that is no row of a table. Nothing was changed.': archive,

  'src/backup/held-rows.ts: (problem)':
    'It says of a word in a row that there is none of the kind, which has rows of its own.',
  'A "code_challenge_method" needs a "code_challenge".': protocol,
  '"state" is not text in UTF-8.': protocol,
  'src/oauth/exchange-code.ts: (caller.message)': protocol,
  'src/oauth/oauth-refusal.ts: (sentence)':
    'It says what another function answers, whose sentences have reasons of their own.',
  'The header and the parameters name different apps.': protocol,
  'The header and the parameters have different secrets.': protocol,
  'The client id or the client secret is missing or wrong.': protocol,
  'Missing parameter "…".': protocol,
  'Missing parameter "grant_type".': protocol,
  'Missing parameter "refresh_token".': protocol,
  '"grant_type" is authorization_code or refresh_token.': protocol,
  'The parameter "…" was given twice; give it once.': protocol,

  'The e-mail address or the password is wrong.': signIn,
  'This is not the administrator’s token.': firstRun,
  'This server is set up already: sign in.': firstRun,
  'Whoever administers it signs in, and invites others.': firstRun,
  'You have several accounts. Choose one, and give the password once more.': signIn,
  'This sign-in was not begun in this browser, or too long ago. Begin again.': signIn,
  'Too many tries. Wait … seconds and begin again.': signIn,
  'You are not signed in any more as whoever began this. Sign in and begin again.': signIn,

  'The address to go on to is too long for single sign-on.': form,
  'Nothing was done: the browser did not send the cookie that belongs to this form. Allow cookies for this address, and send the form once more.':
    staleForm,
  'Nothing was done yet: another page of this server was opened since this one. Fill in what is missing, and send it once more.':
    staleForm,
  '"next" is not a path of this server.': form,
  'This form was not filled in here, or too long ago. Go back, load the page again and repeat it.': form,
};
