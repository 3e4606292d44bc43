import { Button } from '../../parts/button.tsx';
import { Section } from '../../parts/section.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { type Address, newAddress } from './configuration.ts';
import type { Configuring } from './use-configuration.ts';

/** So many addresses an app may have. */
const most = 50;

/** Where people come back to. @see OAUTH-09 */
export function RedirectFields({ draft: { addresses }, change, problems }: Configuring) {
  const write = (id: number, url: string) =>
    change({ addresses: addresses.map((address) => (address.id === id ? { id, url } : address)) });
  const remove = (id: number) => change({ addresses: addresses.filter((address) => address.id !== id) });
  return (
    <Section
      title="Redirect addresses"
      lead="People come back to one of these with the code. It has to match exactly."
    >
      <div className="address-list">
        {addresses.map((address, index) => (
          <AddressRow
            key={address.id}
            address={address}
            label={`Redirect address ${index + 1}`}
            error={problems[`address-${address.id}`]}
            onChange={(url) => write(address.id, url)}
            onRemove={addresses.length === 1 ? undefined : () => remove(address.id)}
          />
        ))}
      </div>
      <div>
        <Button
          isDisabled={addresses.length >= most}
          onPress={() => change({ addresses: [...addresses, newAddress()] })}
        >
          Add an address
        </Button>
      </div>
    </Section>
  );
}

interface AddressRowProps {
  readonly address: Address;
  readonly label: string;
  readonly error: string | undefined;
  readonly onChange: (url: string) => void;
  readonly onRemove: (() => void) | undefined;
}

const AddressRow = ({ address, label, error, onChange, onRemove }: AddressRowProps) => (
  <div className="address-row">
    <TextField
      label={label}
      name={`address-${address.id}`}
      placeholder="https://"
      value={address.url}
      onChange={onChange}
      error={error}
      maxLength={2000}
      autoComplete="off"
    />
    {onRemove !== undefined && (
      <Button kind="plain" aria-label={`Remove ${label.toLowerCase()}`} onPress={onRemove}>
        Remove
      </Button>
    )}
  </div>
);
