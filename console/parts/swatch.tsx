import './swatch.css';

/** A small square of a colour or gradient, as CSS has it; squares show through where it is not opaque. */
export const Swatch = ({ paint }: { paint: string }) => (
  <span className="swatch" aria-hidden="true">
    <span style={{ background: paint }} />
  </span>
);
