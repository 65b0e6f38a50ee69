import type { KeyboardEvent } from 'react'

import { classNames } from './class-names.ts'
import { wholeInRow } from './screen/whole-in-row.ts'

export interface TabStripProps<Value extends string> {
  label: string
  value: Value
  tabs: readonly { value: Value; label: string }[]
  onChange: (value: Value) => void
  /** Id of the `role="tabpanel"` that they switch. */
  panelId: string
  look?: 'segment' | 'underline'
}

const looks = {
  segment: {
    strip: 'grid auto-cols-fr grid-flow-col gap-0.75 rounded-md bg-surface-2 p-0.75',
    tab:
      'min-h-9.5 rounded-sm px-2.5 text-text-2 aria-selected:bg-surface aria-selected:font-semibold aria-selected:text-text ' +
      'aria-selected:shadow-raised dark:aria-selected:bg-[oklch(0.345_0.055_268)] dark:aria-selected:shadow-none',
  },
  underline: {
    strip: 'flex gap-6 overflow-x-auto border-b border-line no-scrollbar',
    tab:
      'relative min-h-11.5 flex-none text-text-3 hover:text-text aria-selected:font-semibold aria-selected:text-text ' +
      'aria-selected:shadow-[inset_0_-2.5px_0_0_var(--accent)]',
  },
}

/** Tabs of one panel; arrows move among them, only the chosen one is in the tab order. */
export function TabStrip<Value extends string>(props: TabStripProps<Value>) {
  const { label, value, tabs, onChange, panelId, look = 'underline' } = props
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (!step) return
    event.preventDefault()
    const index = tabs.findIndex((tab) => tab.value === value)
    const next = (index + step + tabs.length) % tabs.length
    event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus()
    if (tabs[next]) onChange(tabs[next].value)
  }
  return (
    <div role="tablist" aria-label={label} tabIndex={-1} onKeyDown={move} className={looks[look].strip}>
      {tabs.map((tab) => (
        <button
          key={tab.value}
          ref={tab.value === value ? wholeInRow : undefined}
          type="button"
          role="tab"
          id={`${panelId}-${tab.value}`}
          aria-selected={tab.value === value}
          aria-controls={panelId}
          tabIndex={tab.value === value ? 0 : -1}
          onClick={() => onChange(tab.value)}
          className={classNames('text-sm font-medium', looks[look].tab)}
        >
          {tab.label}
        </button>
      ))}
    </div>
  )
}
