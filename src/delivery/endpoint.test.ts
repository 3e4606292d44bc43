import { describe, expect, it } from 'vitest';
import { addressGuard } from './address-guard.ts';
import { checkAddresses, EndpointRefused } from './endpoint.ts';

describe('An endpoint whose name stands for no address', () => {
  const guard = addressGuard();

  it('is refused where it is not encrypted, since the name may stand for any address later', () => {
    const endpoint = { host: 'nowhere.example', encrypted: false };
    expect(() => checkAddresses(guard, endpoint, [])).toThrow(EndpointRefused);
    expect(() => checkAddresses(guard, endpoint, [])).toThrow('must begin with https://');
  });

  it('is taken where it is encrypted', () => {
    expect(() => checkAddresses(guard, { host: 'nowhere.example', encrypted: true }, [])).not.toThrow();
  });
});
