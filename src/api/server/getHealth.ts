import type { Handler } from '../../operation.ts';

/** Says that the process answers. */
export const getHealth: Handler<'getHealth'> = async () => ({ json: { status: 'ok' } });
