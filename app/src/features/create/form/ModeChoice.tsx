import { generationModes } from '@product/contract'
import type { KeyboardEvent } from 'react'

import { SegmentedControl } from '#ui/fields/SegmentedControl.tsx'

import type { GenerationMode } from '../draft/mode.ts'

const labels = { normal: 'Normal', enhanced: 'Enhanced', cortexia: 'Cortexia' } as const
/** While the focus is in the group. */
const keys: Record<string, GenerationMode> = { n: 'normal', e: 'enhanced', c: 'cortexia' }

export interface ModeChoiceProps {
  label: string
  /** What each mode starts from, in one line. */
  help: Readonly<Record<GenerationMode, string>>
  mode: GenerationMode
  onChange: (mode: GenerationMode) => void
}

export function ModeChoice({ label, help, mode, onChange }: ModeChoiceProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    const chosen = keys[event.key.toLowerCase()]
    if (!chosen || event.ctrlKey || event.metaKey || event.altKey) return
    onChange(chosen)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of the radios inside
    <fieldset onKeyDown={onKeyDown} className="grid gap-1.5">
      <legend className="mb-1.5 text-sm font-semibold">{label}</legend>
      <SegmentedControl
        label={label}
        value={mode}
        options={generationModes.map((value) => ({ value, label: labels[value] }))}
        onChange={onChange}
      />
      <p role="status" className="text-xs text-text-3">
        {help[mode]}
      </p>
    </fieldset>
  )
}
