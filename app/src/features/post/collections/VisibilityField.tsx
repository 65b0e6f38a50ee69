import { useMessages } from '#i18n/messages.ts'
import { SegmentedControl } from '#ui/fields/SegmentedControl.tsx'

import type { CollectionVisibility } from './collection-data.ts'
import { collectionMessages } from './collection.i18n.ts'

const visibilities = ['private', 'unlisted', 'public'] as const

export interface VisibilityFieldProps {
  value: CollectionVisibility
  onChange: (value: CollectionVisibility) => void
}

/** Who may see a collection, and what that means. */
export function VisibilityField({ value, onChange }: VisibilityFieldProps) {
  const m = useMessages(collectionMessages)
  return (
    <div className="grid gap-1.5">
      <SegmentedControl
        label={m.visibility}
        value={value}
        options={visibilities.map((one) => ({ value: one, label: m[one] }))}
        onChange={onChange}
      />
      <p className="text-xs text-text-3">{m[`${value}Help`]}</p>
    </div>
  )
}
