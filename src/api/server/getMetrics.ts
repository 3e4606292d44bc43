import type { Handler } from '../../operation.ts';
import { measurementsOf } from './measurements.ts';

export const getMetrics: Handler<'getMetrics'> = async (_call, context) => measurementsOf(context);
