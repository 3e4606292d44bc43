declare const kind: unique symbol;

/**
 * Text that is the id of one kind of thing and of no other. It is a string wherever it is read; from a string it is
 * made at the border alone, by the one function of its kind.
 */
export type IdOf<Kind extends string> = string & { readonly [kind]: Kind };
