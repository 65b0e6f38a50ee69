import type { ComponentProps, ReactNode } from 'react'

import { classNames } from '../class-names.ts'
import { buttonClass, type ButtonLook } from './button-class.ts'

export interface ButtonProps extends ButtonLook, ComponentProps<'button'> {
  /** One icon, before the label. */
  icon?: ReactNode
  /** While set, the button shows these words, keeps its width and cannot be pressed. */
  busyLabel?: string | false | undefined
}

export function Button({ variant, size, wide, icon, busyLabel, className, children, ...rest }: ButtonProps) {
  const busy = typeof busyLabel === 'string'
  const look = { ...(variant && { variant }), ...(size && { size }), ...(wide && { wide }) }
  return (
    <button
      type="button"
      {...rest}
      disabled={rest.disabled || busy}
      aria-busy={busy || undefined}
      className={classNames(buttonClass(look), className)}
    >
      <span className="grid place-items-center *:col-start-1 *:row-start-1">
        <span className={classNames('inline-flex items-center gap-2', busy && 'invisible')}>
          {icon}
          {children}
        </span>
        {busy && <span>{busyLabel}</span>}
      </span>
    </button>
  )
}
