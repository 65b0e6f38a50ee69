import type { ComponentProps } from 'react'

export interface SwitchProps extends Omit<ComponentProps<'input'>, 'onChange' | 'type' | 'role'> {
  /** Its accessible name, when no `<label>` wraps it. */
  label?: string
  checked: boolean
  onChange: (checked: boolean) => void
}

/** On or off, saved at once; the thumb is a losange. */
export function Switch({ label, checked, onChange, className = '', ...rest }: SwitchProps) {
  return (
    <span className={`relative inline-block h-6.5 w-11.5 flex-none ${className}`}>
      <input
        {...rest}
        type="checkbox"
        role="switch"
        aria-label={label}
        aria-checked={checked}
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
        className="peer absolute -inset-2.25 z-1 m-0 cursor-pointer opacity-0"
      />
      <span className="absolute inset-0 rounded-full bg-line-strong peer-checked:bg-accent peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-focus" />
      <span className="absolute top-1.5 left-1.5 size-3.5 rotate-45 rounded-[2px] bg-[var(--kaolin-0)] transition-[left] duration-(--dur-2) ease-out peer-checked:left-6.5 peer-checked:bg-on-accent" />
    </span>
  )
}
