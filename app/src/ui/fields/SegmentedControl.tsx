import { useId } from 'react'

export interface SegmentedControlProps<Value extends string> {
  /** Names the group for assistive technology. */
  label: string
  value: Value
  options: readonly { value: Value; label: string; disabled?: boolean }[]
  onChange: (value: Value) => void
  className?: string
}

/** A radio group in one strip; native inputs stay underneath. */
export function SegmentedControl<Value extends string>(props: SegmentedControlProps<Value>) {
  const { label, value, options, onChange, className = '' } = props
  const name = useId()
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className={`grid grid-flow-col auto-cols-[minmax(min-content,1fr)] gap-0.75 rounded-md bg-surface-2 p-0.75 ${className}`}
    >
      {options.map((option) => (
        <label
          key={option.value}
          className="relative flex min-h-9.5 items-center justify-center rounded-sm px-1.5 text-center md:px-2.5 text-sm font-medium text-text-2 has-checked:bg-surface has-checked:font-semibold has-checked:text-text has-checked:shadow-raised has-focus-visible:outline-2 has-focus-visible:outline-focus has-disabled:text-text-3 dark:has-checked:bg-[oklch(0.345_0.055_268)] dark:has-checked:shadow-none"
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            disabled={option.disabled}
            onChange={() => onChange(option.value)}
            className="absolute inset-0 m-0 cursor-pointer opacity-0"
          />
          {option.label}
        </label>
      ))}
    </div>
  )
}
