import { useId } from 'react'

export interface RadioCardsProps<Value extends string> {
  label: string
  value: Value
  options: readonly { value: Value; label: string; description?: string; disabled?: boolean }[]
  onChange: (value: Value) => void
}

/** A choice with a sentence under each name; the mark is a losange. */
export function RadioCards<Value extends string>({ label, value, options, onChange }: RadioCardsProps<Value>) {
  const name = useId()
  return (
    <div role="radiogroup" aria-label={label} className="grid gap-2">
      {options.map((option) => (
        <label
          key={option.value}
          className="flex min-h-(--tap) items-center gap-3.5 rounded-md border border-line bg-surface px-4 py-3 has-checked:border-accent has-checked:shadow-[inset_0_0_0_1px_var(--accent)] has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus has-disabled:text-text-3"
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            disabled={option.disabled}
            onChange={() => onChange(option.value)}
            className="peer sr-only"
          />
          <span
            aria-hidden="true"
            className="m-0.5 grid size-4.5 flex-none rotate-45 place-items-center rounded-[3px] border-[1.75px] border-line-strong peer-checked:border-accent peer-checked:*:bg-accent"
          >
            <i className="size-2 rounded-[1px]" />
          </span>
          <span className="grid">
            <span className="text-sm font-semibold">{option.label}</span>
            {option.description && <span className="text-xs text-text-3">{option.description}</span>}
          </span>
        </label>
      ))}
    </div>
  )
}
