import type { LucideIcon } from 'lucide-react/types'
import type { ReactNode } from 'react'

export interface SecurityRowProps {
  icon: LucideIcon
  name: string
  help: ReactNode
  /** Its button. */
  action?: ReactNode
  /** A list under it. */
  children?: ReactNode
}

export function SecurityRow({ icon: Icon, name, help, action, children }: SecurityRowProps) {
  return (
    <li className="py-3.25">
      <div className="flex flex-wrap items-center gap-3.5">
        <Icon aria-hidden="true" className="size-5.5 flex-none" strokeWidth={1.75} />
        <span className="min-w-40 flex-1">
          <span className="block text-sm font-semibold">{name}</span>
          <span className="block text-xs text-text-3 wrap-anywhere">{help}</span>
        </span>
        {action}
      </div>
      {children}
    </li>
  )
}
