import CircleAlert from 'lucide-react/icons/circle-alert'
import Info from 'lucide-react/icons/info'
import type { ReactNode, Ref } from 'react'

import { classNames } from '../class-names.ts'

const tones = {
  danger: 'bg-danger-soft text-on-danger-soft',
  info: 'bg-info-soft text-on-info-soft',
  warning: 'bg-credit-soft text-on-credit-soft',
}

export interface AlertProps {
  tone: keyof typeof tones
  title?: string
  children?: ReactNode
  /** A small button at the end. */
  action?: ReactNode
  ref?: Ref<HTMLDivElement>
}

/** A block message that stays in the page; spoken at once when it tells of an error. */
export function Alert({ tone, title, children, action, ref }: AlertProps) {
  const Icon = tone === 'danger' ? CircleAlert : Info
  return (
    <div
      ref={ref}
      tabIndex={-1}
      role={tone === 'danger' ? 'alert' : undefined}
      className={classNames('flex items-start gap-3 rounded-md px-4 py-3.5 text-sm', tones[tone])}
    >
      <Icon aria-hidden="true" className="size-5.5 flex-none" strokeWidth={1.75} />
      <div className="flex min-w-0 flex-1 flex-wrap items-start gap-3">
        <div className="min-w-0 flex-1 basis-40">
          {title && <p className="font-semibold">{title}</p>}
          {children}
        </div>
        {action}
      </div>
    </div>
  )
}
