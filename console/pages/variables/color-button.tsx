import { useState } from 'react';
import {
  Button,
  ColorArea,
  ColorSlider,
  ColorThumb,
  Dialog,
  DialogTrigger,
  Popover,
  parseColor,
  SliderTrack,
} from 'react-aria-components';
import type { Color } from '../../../src/variables/values.ts';
import '../../parts/popover.css';
import { colorIn, colorText } from './color-text.ts';
import { Swatch } from './swatch.tsx';

interface ColorButtonProps {
  readonly label: string;
  readonly value: Color;
  readonly isDisabled: boolean;
  /** Called when a thumb is let go. */
  readonly onChange: (color: Color) => void;
}

/** A square of the colour, which opens a picker. */
export function ColorButton({ label, value, isDisabled, onChange }: ColorButtonProps) {
  return (
    <DialogTrigger>
      <Button className="cell-button" aria-label={`Pick ${label}`} isDisabled={isDisabled}>
        <Swatch color={value} />
      </Button>
      <Popover className="popover color-popover">
        <Dialog aria-label={label}>
          <Picker value={value} onChange={onChange} />
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}

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
