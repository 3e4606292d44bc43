import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components';
import './button.css';

interface ButtonProps extends Omit<AriaButtonProps, 'className'> {
  /** `main` for what the page is there for, `danger` for what cannot be taken back, `plain` in rows of tables. */
  readonly kind?: 'main' | 'danger' | 'plain';
}

export const Button = ({ kind, ...props }: ButtonProps) => (
  <AriaButton {...props} className={kind === undefined ? 'button' : `button button-${kind}`} />
);
