import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components';
import './button.css';

interface ButtonProps extends Omit<AriaButtonProps, 'className'> {
  /** Where the button stands. */
  readonly className?: string;
  /** `main` for what the page is there for, `danger` for what cannot be taken back, `plain` in rows of tables. */
  readonly kind?: 'main' | 'danger' | 'plain';
  /** While what it began goes on: it keeps the focus and does nothing. */
  readonly isPending?: boolean;
}

/** The library's own way of saying that something goes on names a button that may be gone when it is said. */
export const Button = ({ kind, className = '', isPending = false, onPress, ...props }: ButtonProps) => (
  <AriaButton
    {...props}
    {...(isPending ? { 'data-pending': '' } : {})}
    {...(isPending || onPress === undefined ? {} : { onPress })}
    className={`button ${kind === undefined ? '' : `button-${kind}`} ${className}`.trim()}
  />
);
