import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import type { MySettings } from '#entities/profile/my-settings.ts'
import { teenMessages } from '#entities/profile/teen-mode/teen-mode.i18n.ts'
import { hasTeenCodeQuery, teenUntil } from '#entities/profile/teen-mode/teen-mode.ts'
import { TeenChanges, TeenModeDialog } from '#entities/profile/teen-mode/TeenModeDialog.tsx'
import { formatDate } from '#i18n/format.ts'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'

import { EndTeenModeDialog } from './EndTeenModeDialog.tsx'
import { teenSettingsMessages } from './teen.i18n.ts'

/** Until when it is on, and the way into it or, with a parent's code, out of it. */
export function TeenMode({ settings }: { settings: MySettings }) {
  const m = useMessages(teenSettingsMessages)
  const { start } = useMessages(teenMessages)
  // What is open stays so until it closes itself: its own end changes the mode under it.
  const [open, setOpen] = useState<'start' | 'end' | null>(null)
  const until = teenUntil(settings)
  const close = () => setOpen(null)
  return (
    <li className="grid justify-items-start gap-3.5 py-3.25">
      {until === null ? (
        <p className="text-sm text-text-2">{m.off}</p>
      ) : (
        <>
          <p className="font-semibold">{m.on(formatDate(until))}</p>
          <TeenChanges />
        </>
      )}
      {until === null ? (
        <Button size="sm" onClick={() => setOpen('start')}>
          {start}
        </Button>
      ) : (
        <Leaving onEnd={() => setOpen('end')} />
      )}
      {open === 'start' && <TeenModeDialog onClose={close} />}
      {open === 'end' && <EndTeenModeDialog onClose={close} />}
    </li>
  )
}

function Leaving({ onEnd }: { onEnd: () => void }) {
  const m = useMessages(teenSettingsMessages)
  const { data: hasCode } = useQuery(hasTeenCodeQuery)
  return hasCode ? (
    <Button size="sm" variant="line" onClick={onEnd}>
      {m.end}
    </Button>
  ) : null
}
