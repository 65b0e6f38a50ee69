/** Any number of many, as chips that are pressed or not. */
export interface ChipSetProps {
  label: string
  hideLabel?: boolean
  options: readonly { value: string; label: string }[]
  chosen: readonly string[]
  most: number
  onChange: (chosen: readonly string[]) => void
}

export function ChipSet({ label, hideLabel = false, options, chosen, most, onChange }: ChipSetProps) {
  const toggle = (value: string) =>
    onChange(chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value])
  return (
    <fieldset className="min-w-0">
      <legend className={hideLabel ? 'sr-only' : 'mb-2 text-sm font-semibold'}>{label}</legend>
      <div className="flex flex-wrap gap-2">
        {options.map(({ value, label: name }) => (
          <button
            key={value}
            type="button"
            aria-pressed={chosen.includes(value)}
            disabled={chosen.length >= most && !chosen.includes(value)}
            onClick={() => toggle(value)}
            className="min-h-9 rounded-full border border-line px-3.5 text-sm disabled:opacity-40 aria-pressed:border-accent aria-pressed:bg-surface-2"
          >
            {name}
          </button>
        ))}
      </div>
    </fieldset>
  )
}
