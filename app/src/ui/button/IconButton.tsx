import type { ComponentProps, ReactNode } from 'react'

import { classNames } from '../class-names.ts'

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'aria-label' | 'children'> {
  /** Its accessible name. */
  label: string
  icon: ReactNode
  /** `veil` for a button laid on a picture. */
  variant?: 'plain' | 'veil'
  size?: 'sm' | 'md'
}

const variants = {
  plain: 'text-text-2 hover:bg-surface-2 hover:text-text',
  veil: 'bg-veil text-on-veil',
}

export function IconButton({ label, icon, variant = 'plain', size = 'md', className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      title={label}
      {...rest}
      aria-label={label}
      className={classNames(
        'relative inline-grid flex-none place-items-center transition-colors duration-(--dur-2)',
        size === 'md' ? 'size-11 rounded-md' : 'size-9 rounded-sm',
        variants[variant],
        className,
      )}
    >
      {icon}
    </button>
  )
}
