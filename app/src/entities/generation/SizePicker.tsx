import { useId } from 'react'

import { sizeOf, sizes, type Ratio } from './sizes.ts'

export interface SizePickerProps {
  label: string
  value: Ratio
  onChange: (ratio: Ratio) => void
}

export function SizePicker({ label, value, onChange }: SizePickerProps) {
  const name = useId()
  const { width, height } = sizeOf(value)
  return (
    <fieldset className="grid gap-1.5">
      <legend className="mb-1.5 text-sm font-semibold">
        {label} <span className="font-normal text-text-3">{`${width} × ${height}`}</span>
      </legend>
      <div className="grid grid-cols-5 gap-2">
        {sizes.map((size) => {
          const side = 20 / Math.max(size.width, size.height)
          const [across, down] = [size.width * side, size.height * side]
          return (
            <label
              key={size.ratio}
              className="relative grid min-h-16 content-center justify-items-center gap-1 rounded-sm border border-line bg-surface-2 text-xs text-text-2 has-checked:border-accent has-checked:bg-surface has-checked:font-semibold has-checked:text-text has-checked:shadow-[inset_0_0_0_1px_var(--accent)] has-focus-visible:outline-2 has-focus-visible:outline-focus"
            >
              <input
                type="radio"
                name={name}
                value={size.ratio}
                checked={size.ratio === value}
                onChange={() => onChange(size.ratio)}
                className="absolute inset-0 m-0 cursor-pointer opacity-0"
              />
              <svg aria-hidden="true" viewBox="0 0 24 24" className="size-6">
                <rect
                  x={12 - across / 2}
                  y={12 - down / 2}
                  width={across}
                  height={down}
                  fill="none"
                  stroke="currentColor"
                  strokeWidth="1.75"
                />
              </svg>
              {size.ratio}
            </label>
          )
        })}
      </div>
    </fieldset>
  )
}
