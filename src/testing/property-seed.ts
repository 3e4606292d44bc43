import fc from 'fast-check';

/**
 * Properties try the same cases in every check, so that a change is never blamed for what it did not do. The long
 * forms draw others, and print their seed: `VITRINE_PROPERTY_SEED`, a whole number, tries those again.
 */
fc.configureGlobal({ seed: Number(process.env.VITRINE_PROPERTY_SEED ?? 1) });
