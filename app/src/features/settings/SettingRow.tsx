import Check from 'lucide-react/icons/check'
import type { LucideIcon } from 'lucide-react/types'
import type { ReactNode } from 'react'

import { useSettingState, type SettingName } from '#entities/profile/my-settings.ts'
import { useMessages } from '#i18n/messages.ts'

import { settingsMessages } from './settings.i18n.ts'

export interface SettingRowProps {
  icon: LucideIcon
  name: string
  help: string
  /** Then it is said beside it that a change is kept. */
  setting?: SettingName
  children: ReactNode
}

export function SettingRow({ icon: Icon, name, help, setting, children }: SettingRowProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-3.5 gap-y-2.5 py-3.25">
      <Icon aria-hidden="true" className="size-5.5 flex-none" strokeWidth={1.75} />
      <span className="min-w-40 flex-1">
        <span className="flex flex-wrap items-baseline gap-x-2.5">
          <span className="text-sm font-semibold">{name}</span>
          {setting && <Saved setting={setting} />}
        </span>
        <span className="block text-xs text-text-3">{help}</span>
      </span>
      {children}
    </li>
  )
}

function Saved({ setting }: { setting: SettingName }) {
  const m = useMessages(settingsMessages)
  const state = useSettingState(setting)
  return (
    <span role="status" className="inline-flex items-center gap-1 text-xs font-medium text-success-text">
      {state === 'saved' && (
        <>
          <Check aria-hidden="true" className="size-3.5" />
          {m.saved}
        </>
      )}
      {state === 'waiting' && <span className="late-appear text-text-3">{m.waiting}</span>}
    </span>
  )
}
