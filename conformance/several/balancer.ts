import { hasHaproxy, openHaproxy } from './haproxy.ts';
import { type Balancer, openOwnBalancer } from './own-balancer.ts';

/** HAProxy, where it is installed. */
export const openBalancer = (): Promise<Balancer> => (hasHaproxy ? openHaproxy() : openOwnBalancer());
