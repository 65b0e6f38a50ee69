import { generationModes } from '@product/contract'
import { useId, type KeyboardEvent } from 'react'

import type { GenerationMode } from '../draft/mode.ts'
import { ModePicture } from './ModePicture.tsx'

const labels = { normal: 'Normal', enhanced: 'Enhanced', cortexia: 'Cortexia' } as const
/** While the focus is in the group. */
const keys: Record<string, GenerationMode> = { n: 'normal', e: 'enhanced', c: 'cortexia' }

export interface ModeChoiceProps {
  label: string
  /** What each mode starts from, in a few words. */
  help: Readonly<Record<GenerationMode, string>>
  mode: GenerationMode
  onChange: (mode: GenerationMode) => void
}

export function ModeChoice({ label, help, mode, onChange }: ModeChoiceProps) {
  const name = useId()
  const onKeyDown = (event: KeyboardEvent) => {
    const chosen = keys[event.key.toLowerCase()]
    if (!chosen || event.ctrlKey || event.metaKey || event.altKey) return
    onChange(chosen)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of the radios inside
    <fieldset onKeyDown={onKeyDown}>
      <legend className="mb-1.5 text-sm font-semibold">{label}</legend>
      <div role="radiogroup" aria-label={label} className="grid grid-cols-3 gap-2">
        {generationModes.map((value) => (
          <label
            key={value}
            className="relative grid content-start justify-items-center gap-1 rounded-sm border border-line bg-surface-2 px-1.5 py-2.5 text-center text-xs text-text-2 has-checked:border-accent has-checked:bg-surface has-checked:text-text has-checked:shadow-[inset_0_0_0_1px_var(--accent)] has-focus-visible:outline-2 has-focus-visible:outline-focus"
          >
            <input
              type="radio"
              name={name}
              value={value}
              checked={value === mode}
              onChange={() => onChange(value)}
              aria-labelledby={`${name}-${value}`}
              aria-describedby={`${name}-${value}-help`}
              className="absolute inset-0 m-0 cursor-pointer opacity-0"
            />
            <ModePicture mode={value} />
            <span id={`${name}-${value}`} className="text-sm font-semibold">
              {labels[value]}
            </span>
            <span id={`${name}-${value}-help`}>{help[value]}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
