import { useId } from 'react'

import { Switch } from '#ui/fields/Switch.tsx'

export interface ChoiceRowProps {
  title: string
  help?: string
  checked: boolean
  onChange: (checked: boolean) => void
}

/** A switch with its name and what it means. */
export function ChoiceRow({ title, help, checked, onChange }: ChoiceRowProps) {
  const id = useId()
  return (
    <label htmlFor={id} className="flex items-center gap-4">
      <span className="min-w-0 flex-1">
        <span className="block text-sm font-semibold">{title}</span>
        {help && <span className="block text-xs text-text-3">{help}</span>}
      </span>
      <Switch id={id} checked={checked} onChange={onChange} />
    </label>
  )
}
