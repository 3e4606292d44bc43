import { useState } from 'react';
import { ColorArea, ColorSlider, ColorThumb, parseColor, SliderTrack } from 'react-aria-components';
import type { Color } from '../../../src/variables/values.ts';
import { Swatch } from '../../parts/swatch.tsx';
import { colorIn, colorText } from './color-text.ts';
import { PopoverButton } from './popover-button.tsx';

interface ColorButtonProps {
  readonly label: string;
  readonly value: Color;
  readonly isDisabled: boolean;
  /** Called when a thumb is let go. */
  readonly onChange: (color: Color) => void;
}

/** A square of the colour, which opens a picker. */
export const ColorButton = ({ label, value, isDisabled, onChange }: ColorButtonProps) => (
  <PopoverButton
    label={`Pick ${label}`}
    title={label}
    isDisabled={isDisabled}
    face={<Swatch paint={colorText(value)} />}
    className="color-popover"
  >
    {() => <Picker value={value} onChange={onChange} />}
  </PopoverButton>
);

/** Hue is kept while it is picked: black and white have none. */
function Picker({ value, onChange }: Pick<ColorButtonProps, 'value' | 'onChange'>) {
  const [color, setColor] = useState(() => parseColor(colorText(value)).toFormat('hsba'));
  const end = (): void => {
    const given = colorIn(color.toString('hexa'));
    if (given !== undefined) onChange(given);
  };
  const picked = { value: color, onChange: setColor, onChangeEnd: end };
  return (
    <div className="color-picker">
      <ColorArea
        {...picked}
        colorSpace="hsb"
        xChannel="saturation"
        yChannel="brightness"
        className="color-area"
      >
        <ColorThumb className="color-thumb" />
      </ColorArea>
      {(['hue', 'alpha'] as const).map((channel) => (
        <ColorSlider
          {...picked}
          key={channel}
          colorSpace="hsb"
          channel={channel}
          aria-label={channel === 'hue' ? 'Hue' : 'Opacity'}
        >
          <SliderTrack className="color-track">
            <ColorThumb className="color-thumb" />
          </SliderTrack>
        </ColorSlider>
      ))}
    </div>
  );
}
