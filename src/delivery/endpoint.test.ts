import { describe, expect, it } from 'vitest';
import { addressGuard } from './address-guard.ts';
import { checkAddresses, EndpointRefused } from './endpoint.ts';

describe('An endpoint whose name does not resolve', () => {
  const guard = addressGuard();

  it('is refused without TLS, since the name may resolve to any address later', () => {
    const endpoint = { host: 'nowhere.example', encrypted: false };
    expect(() => checkAddresses(guard, endpoint, [])).toThrow(EndpointRefused);
    expect(() => checkAddresses(guard, endpoint, [])).toThrow('must begin with https://');
  });

  it('is accepted with TLS', () => {
    expect(() => checkAddresses(guard, { host: 'nowhere.example', encrypted: true }, [])).not.toThrow();
  });
});
