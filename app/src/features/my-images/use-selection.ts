/** Several pictures chosen: by long press, Shift or Ctrl click, and by the box of each. */
import { useState } from 'react'

export interface Selection {
  ids: ReadonlySet<string>
  /** A tap chooses instead of opening. */
  isOn: boolean
  begin: () => void
  clear: () => void
  toggle: (id: string) => void
  /** All from the last one chosen to this one. */
  reachTo: (id: string) => void
  addAll: () => void
}

/** `order`: the ids of the list as it stands. What left the list is not chosen any more; the rest stays in the order of choosing. */
export function useSelection(order: readonly string[]): Selection {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [isBegun, setBegun] = useState(false)
  const [last, setLast] = useState<string | null>(null)
  const held = new Set(order)
  const ids = new Set([...chosen].filter((id) => held.has(id)))
  return {
    ids,
    isOn: isBegun || ids.size > 0,
    begin: () => setBegun(true),
    clear: () => {
      setBegun(false)
      setChosen(new Set())
    },
    toggle: (id) => {
      setLast(id)
      setChosen(ids.has(id) ? new Set([...ids].filter((other) => other !== id)) : new Set([...ids, id]))
    },
    reachTo: (id) => {
      const from = last === null ? -1 : order.indexOf(last)
      const to = order.indexOf(id)
      const start = from < 0 ? to : Math.min(from, to)
      setChosen(new Set([...ids, ...order.slice(start, Math.max(from, to) + 1)]))
      setLast(id)
    },
    addAll: () => setChosen(new Set(order)),
  }
}
