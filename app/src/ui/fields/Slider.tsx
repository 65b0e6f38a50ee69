import { useId, type ComponentProps } from 'react'

export interface SliderProps extends Omit<ComponentProps<'input'>, 'onChange' | 'type' | 'value'> {
  label: string
  value: number
  /** The value in words, shown beside the label and read out. */
  valueText?: string
  onChange: (value: number) => void
}

/** A range with its name and its value in words. */
export function Slider({ label, value, valueText, onChange, className = '', ...rest }: SliderProps) {
  const id = useId()
  return (
    <div className={`grid gap-1 ${className}`}>
      <div className="flex items-baseline justify-between gap-3 text-sm">
        <label htmlFor={id} className="font-semibold">
          {label}
        </label>
        {valueText && <span className="text-text-2">{valueText}</span>}
      </div>
      <input
        {...rest}
        id={id}
        type="range"
        value={value}
        aria-valuetext={valueText}
        onChange={(event) => onChange(event.target.valueAsNumber)}
        className="h-11 w-full accent-accent"
      />
    </div>
  )
}
