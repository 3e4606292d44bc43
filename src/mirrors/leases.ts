/** How long a lease holds that nobody renews. */
export const leaseMs = 60_000;
/** How often whoever holds one renews it. */
export const renewMs = leaseMs / 4;

/** Somebody else does the work by now: what this one brings does not count. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
}

/** What is due comes by how much somebody wants it. */
export const priorities = { awaited: 0, due: 1 } as const;
