import { badRequest } from '../../errors.ts';
import type { Call, Handler } from '../../operation.ts';
import { paymentAskedFor } from '../../payments/payment-asked-for.ts';
import type { PaymentClaim } from '../../payments/payment-token.ts';
import type { ResourceRef } from '../../payments/payments-store.ts';
import { paymentRecord } from './payment-record.ts';

type Query = Call<'getPayments'>['query'];

/** How somebody stands to a resource that the caller owns; who is nobody's has not paid. @see PAY-01…06, ruling H34 */
export const getPayments: Handler<'getPayments'> = async ({ caller, query }, context) => {
  const { resource, userId, payment } = await paymentAskedFor(context, caller, askedOf(query));
  return { json: { status: 200, error: false, meta: paymentRecord(resource, userId, payment) } };
};

/** The two forms of the call: by a token alone, or by a person and one resource. @throws ApiError 400 */
function askedOf(query: Query): PaymentClaim | { readonly token: string } {
  const { plugin_payment_token: token, user_id: userId } = query;
  const resources = resourcesOf(query);
  requireNumbers(query);
  if (token !== undefined) {
    if (userId !== undefined || resources.length > 0) {
      throw badRequest('plugin_payment_token stands alone: leave out user_id and the id of the resource.');
    }
    return { token };
  }
  if (userId === undefined)
    throw badRequest('Give plugin_payment_token, or user_id and the id of a resource.');
  const [resource] = resources;
  if (resource === undefined || resources.length > 1) {
    throw badRequest('Beside user_id give exactly one of community_file_id, plugin_id and widget_id.');
  }
  return { resource, userId };
}

/** @throws ApiError 400 naming the parameter */
function requireNumbers(query: Query): void {
  for (const name of ['user_id', ...resourceParameters] as const) {
    const id = query[name];
    if (id !== undefined && !/^\d{1,128}$/.test(id)) throw badRequest(`${name} must be a number.`);
  }
}

const typeOfParameter = {
  community_file_id: 'COMMUNITY_FILE',
  plugin_id: 'PLUGIN',
  widget_id: 'WIDGET',
} as const;

const resourceParameters = Object.keys(typeOfParameter) as (keyof typeof typeOfParameter)[];

function resourcesOf(query: Query): ResourceRef[] {
  return resourceParameters.flatMap((name) => {
    const id = query[name];
    return id === undefined ? [] : [{ type: typeOfParameter[name], id }];
  });
}
