/** `1:2`, `I1:2;3:4`, also as addresses spell them. */
const usual = /^I?\d+[-:]\d+(;\d+[-:]\d+)*$/;

/** An id of a node from how an address spells it, with hyphens for colons. */
export const idInAddress = (text: string): string => (usual.test(text) ? text.replaceAll('-', ':') : text);

/** The id as addresses spell it. */
export const spelledInAddress = (id: string): string => (usual.test(id) ? id.replaceAll(':', '-') : id);
