import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react'

export interface MenuItem {
  label: string
  icon?: ReactNode
  /** With `isChecked` it is one of several choices. */
  isChecked?: boolean
  isDisabled?: boolean
  onPress: () => void
}

export interface MenuListProps {
  id?: string
  label: string
  items: readonly MenuItem[]
  /** Things to do that their icon says alone, in one row above the others. */
  row?: { label: string; items: readonly MenuItem[] } | undefined
  /** What it opens beside. */
  anchorOf: () => HTMLElement | null
  /** Given where the list is there only while it is open: it opens with its first showing. */
  onClose?: () => void
}

const gap = 6

/** A list of things to do, laid over everything, dialogs included. */
export function MenuList({ id, label, items, row, anchorOf, onClose }: MenuListProps) {
  const list = useRef<HTMLDivElement>(null)
  const unplace = useRef<() => void>(null)
  const opensAtOnce = onClose !== undefined
  useEffect(() => () => unplace.current?.(), [])
  useEffect(() => (opensAtOnce ? openUntilElsewhere(list.current) : undefined), [opensAtOnce])
  const onToggle = (isOpen: boolean) => {
    const anchor = anchorOf()
    unplace.current?.()
    unplace.current = null
    if (!isOpen) {
      if (opensAtOnce && list.current?.contains(document.activeElement)) anchor?.focus()
      onClose?.()
    } else if (anchor && list.current) {
      unplace.current = keepPlaced(list.current, anchor)
      list.current.querySelector<HTMLElement>('[role^=menuitem]:not(:disabled)')?.focus()
    }
  }
  const press = (item: MenuItem) => {
    list.current?.hidePopover()
    item.onPress()
  }
  return (
    <div
      ref={list}
      id={id}
      // Closed by the browser, one that opens under a finger would be gone as soon as the finger is.
      popover={opensAtOnce ? 'manual' : 'auto'}
      role="menu"
      tabIndex={-1}
      aria-label={label}
      onToggle={(event) => onToggle(event.newState === 'open')}
      onKeyDown={moveFocus}
      className="pointer-events-auto m-0 max-h-[calc(100dvh-12px)] min-w-52 overflow-y-auto overscroll-contain rounded-md border border-line bg-surface p-1.5 text-text shadow-float"
    >
      {row && row.items.length > 0 && (
        <div role="group" aria-label={row.label} className="mb-1.5 flex justify-between border-b border-line pb-1.5">
          {row.items.map((item) => (
            <button
              key={item.label}
              type="button"
              role="menuitem"
              aria-label={item.label}
              title={item.label}
              onClick={() => press(item)}
              className="grid size-11 place-items-center rounded-sm text-xl hover:bg-surface-2 focus-visible:bg-surface-2"
            >
              {item.icon}
            </button>
          ))}
        </div>
      )}
      {items.map((item) => (
        <button
          key={item.label}
          type="button"
          role={item.isChecked === undefined ? 'menuitem' : 'menuitemradio'}
          aria-checked={item.isChecked}
          disabled={item.isDisabled}
          onClick={() => press(item)}
          className="flex min-h-11 w-full items-center gap-3 rounded-sm px-3 text-left text-sm hover:bg-surface-2 focus-visible:bg-surface-2 disabled:text-text-3 aria-checked:font-semibold"
        >
          {item.icon}
          {item.label}
        </button>
      ))}
    </div>
  )
}

/** It may grow while it is open, and the window may turn. Answers the way to stop. */
function keepPlaced(list: HTMLElement, anchor: HTMLElement): () => void {
  const placeAgain = () => place(list, anchor.getBoundingClientRect())
  placeAgain()
  const sizes = new ResizeObserver(placeAgain)
  sizes.observe(list)
  addEventListener('resize', placeAgain)
  return () => {
    sizes.disconnect()
    removeEventListener('resize', placeAgain)
  }
}

/** Under the anchor, or over it where there is no room; never out of the window. */
function place(list: HTMLElement, { top, bottom, right }: DOMRect): void {
  const { offsetWidth: width, offsetHeight: height } = list
  const isBelow = bottom + gap + height <= innerHeight
  list.style.inset = 'auto'
  const wished = isBelow ? bottom + gap : top - gap - height
  list.style.top = `${Math.max(gap, Math.min(wished, innerHeight - gap - height))}px`
  list.style.left = `${Math.min(innerWidth - width - gap, Math.max(gap, right - width))}px`
}

/** Opens it until something else is pressed, or Échap. Answers the way to stop listening. */
function openUntilElsewhere(list: HTMLElement | null): () => void {
  const over = new AbortController()
  const close = (event: Event) => {
    if (event instanceof PointerEvent && list?.contains(event.target as Node)) return
    if (event instanceof globalThis.KeyboardEvent) {
      if (event.key !== 'Escape') return
      event.stopPropagation()
      event.preventDefault()
    }
    list?.hidePopover()
  }
  list?.showPopover()
  document.addEventListener('pointerdown', close, { capture: true, signal: over.signal })
  document.addEventListener('keydown', close, { capture: true, signal: over.signal })
  return () => over.abort()
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const entries = [...event.currentTarget.querySelectorAll<HTMLElement>('[role^=menuitem]:not(:disabled)')]
  const at = entries.findIndex((entry) => entry === document.activeElement)
  const last = entries.length - 1
  const after = at === last ? 0 : at + 1
  const before = at <= 0 ? last : at - 1
  const next = { ArrowDown: after, ArrowRight: after, ArrowUp: before, ArrowLeft: before, Home: 0, End: last }[
    event.key
  ]
  if (next === undefined) return
  event.preventDefault()
  event.stopPropagation()
  entries[next]?.focus()
}
