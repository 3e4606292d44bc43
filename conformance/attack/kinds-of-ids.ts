/** What a value is for: the operation, and the name of the parameter or member. */
export interface Place {
  readonly operation: string;
  readonly name: string;
}

/** What a parameter or a member names, by its own name; with the operation before it where that matters. */
const kinds: Readonly<Record<string, string>> = {
  ...{ organization_id: 'organization', organization: 'organization', plan_api_id: 'organization' },
  ...{ user_id: 'user', user: 'user', files_to: 'user', owner: 'user', creator: 'user', account: 'user' },
  ...{ team_id: 'team', team: 'team', project_id: 'project', project: 'project', folder_id: 'project' },
  ...{ parent: 'project', file_key: 'file', file: 'file', library_key: 'library', library: 'library' },
  ...{ version: 'version', version_id: 'version', comment_id: 'comment', webhook_id: 'webhook' },
  ...{ upstream_id: 'upstream', mirror_id: 'mirror', 'createMirror.upstream': 'upstream' },
  // What comes from a mirror comes when it likes: none is made of what is there.
  ...{ 'createMirror.file_key': 'elsewhere', 'createMirror.project_id': 'elsewhere' },
  ...{ 'createMirror.team_id': 'elsewhere', 'createMirror.url': 'elsewhere' },
  ...{ 'getMirroredFile.file_key': 'mirroredFile', 'detachFile.file_key': 'mirroredFile' },
  ...{ site_id: 'site', client_id: 'app', plugin_id: 'resource', widget_id: 'resource' },
  ...{ community_file_id: 'resource', dev_resource_id: 'devResource', token_id: 'token', font_id: 'font' },
  ...{ invitation_id: 'invitation', invitation_token: 'invitationToken', reset_token: 'resetToken' },
  ...{ identity_id: 'identity', form_token: 'formToken', variable_id: 'variable', variableId: 'variable' },
  ...{ variableCollectionId: 'collection', modeId: 'mode', node_id: 'node', node: 'node', page_id: 'node' },
  ...{ 'node-id': 'node', image_ref: 'imageRef', delivery: 'delivery', code: 'code' },
  ...{ refresh_token: 'refreshToken', redirect_uri: 'redirectUri', email: 'email', user_email: 'email' },
  ...{ plugin_payment_token: 'paymentToken', context_id: 'context', 'getOEmbed.url': 'pageUrl' },
  ...{ 'getComponent.key': 'component', 'getComponentSet.key': 'componentSet', 'getStyle.key': 'style' },
  ...{
    'putPayment.id': 'resource',
    'createPaymentToken.id': 'resource',
    'putDevResources.id': 'devResource',
  },
  ...{
    'putTokenIdentity.token': 'tokenValue',
    'getDeveloperLogs.token': 'tokenValue',
    'listRenders.id': 'node',
    'compareVersions.from': 'file',
    'patchNodes.id': 'node',
    'mergeBranch.id': 'node',
    'mergeBranch.branch_key': 'file',
    'patchNodes.parent': 'node',
    'patchNodes.if_version': 'version',
    'compareVersions.to': 'file',
    'compareFrames.from': 'file',
    'compareFrames.to': 'file',
    'compareImages.from': 'file',
    'compareImages.to': 'file',
  },
  ...{
    'getViewerTile.state': 'state',
    'getViewerSiteTile.state': 'siteState',
    'postVariables.id': 'variable',
  },
  ...{ 'resetTestState.snapshot': 'snapshot', 'revokePlanToken.token_id': 'planToken' },
};

export const kindOf = ({ operation, name }: Place): string | undefined =>
  kinds[`${operation}.${name}`] ?? (Object.hasOwn(kinds, name) ? kinds[name] : undefined);
