/** An ordered list that is arranged by a handle, by buttons or by keys; a tap opens an entry. */
import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import CircleAlert from 'lucide-react/icons/circle-alert'
import GripVertical from 'lucide-react/icons/grip-vertical'
import X from 'lucide-react/icons/x'
import { useState, type KeyboardEvent, type ReactNode } from 'react'

import { defineMessages, useMessages } from '#i18n/messages.ts'

import { IconButton } from '../button/IconButton.tsx'
import { classNames } from '../class-names.ts'
import { useRowDrag } from './use-row-drag.ts'

const messages = defineMessages({
  fr: {
    moveItem: (place: number, name: string) => `Déplacer ${place}, ${name}`,
    up: (name: string) => `Monter ${name}`,
    down: (name: string) => `Descendre ${name}`,
    open: 'Modifier',
    movedTo: (name: string, place: number, all: number) => `${name} : place ${place} sur ${all}`,
  },
  en: {
    moveItem: (place: number, name: string) => `Move ${place}, ${name}`,
    up: (name: string) => `Move ${name} up`,
    down: (name: string) => `Move ${name} down`,
    open: 'Edit',
    movedTo: (name: string, place: number, all: number) => `${name}: place ${place} of ${all}`,
  },
})

export interface SortableItem {
  key: string
  name: string
  /** Under the name. */
  detail: string
  icon: ReactNode
  /** Before the name. */
  picture?: ReactNode
  problem: string | null
}

export interface SortableListProps {
  /** For the ids that lead to a problem. */
  id: string
  items: readonly SortableItem[]
  onMove: (key: string, place: number) => void
  onOpen: (key: string) => void
  onRemove: (key: string) => void
  /** What a tap does, where it is not to change the entry. */
  openLabel?: string
  /** Gives each entry a button that removes it; without, the Delete key does. */
  removeLabel?: (name: string) => string
}

export function SortableList({ id, items, onMove, onOpen, onRemove, openLabel, removeLabel }: SortableListProps) {
  const m = useMessages(messages)
  const [said, setSaid] = useState('')
  const move = (key: string, place: number) => {
    const item = items.find((one) => one.key === key)
    if (!item || place < 0 || place >= items.length) return
    onMove(key, place)
    setSaid(m.movedTo(item.name, place + 1, items.length))
  }
  const drag = useRowDrag(move)
  return (
    <>
      <ol className="grid gap-2">
        {items.map((item, place) => (
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of the buttons within
          <li
            key={item.key}
            id={`${id}-${place}`}
            {...drag.row(place)}
            onKeyDown={(event) => onRowKey(event, () => onRemove(item.key))}
            className={classNames(
              'grid grid-cols-[2.75rem_minmax(0,1fr)_auto] items-center rounded-lg border bg-surface',
              item.problem ? 'border-danger-text' : 'border-line',
            )}
          >
            <button
              type="button"
              aria-label={m.moveItem(place + 1, item.name)}
              title={m.moveItem(place + 1, item.name)}
              {...drag.handle(item.key, place)}
              onKeyDown={(event) => onHandleKey(event, (step) => move(item.key, place + step))}
              className="grid min-h-14 touch-none cursor-grab place-items-center self-stretch rounded-l-lg text-text-3 hover:bg-surface-2"
            >
              <GripVertical aria-hidden="true" className="size-5" />
            </button>
            <OpenButton item={item} place={place} label={openLabel ?? m.open} onOpen={() => onOpen(item.key)} />
            <div className="flex">
              <IconButton
                label={m.up(item.name)}
                icon={<ArrowUp aria-hidden="true" className="size-5" />}
                disabled={place === 0}
                onClick={() => move(item.key, place - 1)}
                className="disabled:text-line-strong"
              />
              <IconButton
                label={m.down(item.name)}
                icon={<ArrowDown aria-hidden="true" className="size-5" />}
                disabled={place === items.length - 1}
                onClick={() => move(item.key, place + 1)}
                className="disabled:text-line-strong"
              />
              {removeLabel && (
                <IconButton
                  label={removeLabel(item.name)}
                  icon={<X aria-hidden="true" className="size-5" />}
                  onClick={() => onRemove(item.key)}
                />
              )}
            </div>
          </li>
        ))}
      </ol>
      <p role="status" className="sr-only">
        {said}
      </p>
    </>
  )
}

interface OpenButtonProps {
  item: SortableItem
  place: number
  label: string
  onOpen: () => void
}

function OpenButton({ item, place, label, onOpen }: OpenButtonProps) {
  return (
    <button
      type="button"
      data-open
      onClick={onOpen}
      className="flex min-h-16 min-w-0 items-center gap-3 py-2 text-left hover:bg-surface-2"
    >
      {item.picture}
      <span className="grid min-w-0 gap-0.5">
        <span className="flex min-w-0 items-start gap-2 text-sm font-semibold">
          {item.icon && <span className="mt-px flex-none text-text-3">{item.icon}</span>}
          <span className="line-clamp-2 min-w-0">
            <span className="sr-only">{`${label} `}</span>
            {`${place + 1}. ${item.name}`}
          </span>
        </span>
        {item.problem ? (
          <span className="flex items-start gap-1.5 text-xs font-medium text-danger-text">
            <CircleAlert aria-hidden="true" className="mt-px size-3.75 flex-none" />
            {item.problem}
          </span>
        ) : (
          <span className="line-clamp-2 text-xs text-text-3">{item.detail}</span>
        )}
      </span>
    </button>
  )
}

function onRowKey(event: KeyboardEvent, remove: () => void): void {
  if (event.key !== 'Delete') return
  event.preventDefault()
  remove()
}

function onHandleKey(event: KeyboardEvent, move: (step: 1 | -1) => void): void {
  const step = { ArrowUp: -1, ArrowDown: 1 }[event.key] as 1 | -1 | undefined
  if (step === undefined) return
  event.preventDefault()
  move(step)
}
