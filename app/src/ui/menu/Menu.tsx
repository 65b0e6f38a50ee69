import { useId, useRef, type ReactNode } from 'react'

import { buttonClass, type ButtonLook } from '../button/button-class.ts'
import { classNames } from '../class-names.ts'
import { MenuList, type MenuItem } from './MenuList.tsx'

export type { MenuItem } from './MenuList.tsx'

export interface MenuProps {
  /** What the button shows; with `icon` alone, `label` is its accessible name. */
  label: string
  icon?: ReactNode
  iconOnly?: boolean
  look?: ButtonLook
  className?: string
  items: readonly MenuItem[]
}

/** A button with a list of things to do. */
export function Menu({ label, icon, iconOnly = false, look, className, items }: MenuProps) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  return (
    <>
      <button
        ref={button}
        type="button"
        popoverTarget={id}
        aria-haspopup="menu"
        aria-label={iconOnly ? label : undefined}
        title={iconOnly ? label : undefined}
        className={classNames(
          iconOnly
            ? 'grid size-11 flex-none place-items-center rounded-md text-text-2 hover:bg-surface-2 hover:text-text'
            : buttonClass(look),
          className,
        )}
      >
        {icon}
        {!iconOnly && label}
      </button>
      <MenuList id={id} label={label} items={items} anchorOf={() => button.current} />
    </>
  )
}
