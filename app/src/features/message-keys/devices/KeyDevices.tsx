import { useQuery } from '@tanstack/react-query'
import MonitorSmartphone from 'lucide-react/icons/monitor-smartphone'
import X from 'lucide-react/icons/x'

import { forgetDevice, keyDevicesQuery } from '#entities/message-keys/key-devices.ts'
import { formatAgo } from '#i18n/format.ts'
import { useMessages } from '#i18n/messages.ts'
import { IconButton } from '#ui/button/IconButton.tsx'

import { sectionMessages } from '../section.i18n.ts'

/** The devices that opened the messages. Taking one off the list takes nothing from it: that is « Appareil perdu ». */
export function KeyDevices({ userId }: { userId: string }) {
  const m = useMessages(sectionMessages)
  const { data: devices } = useQuery(keyDevicesQuery(userId))
  return (
    <section className="card" aria-labelledby="key-devices">
      <h2 id="key-devices">{m.devices}</h2>
      <p className="mt-1 text-sm text-text-2">{devices?.length === 0 ? m.noDevices : m.devicesHelp}</p>
      <ul className="mt-1 divide-y divide-line">
        {devices?.map(({ id, label, last_seen_at: seen, isOwn }) => (
          <li key={id} className="flex items-center gap-3.5 py-3.25">
            <MonitorSmartphone aria-hidden="true" className="size-5.5 flex-none" strokeWidth={1.75} />
            <span className="min-w-0 flex-1">
              <span className="block truncate text-sm font-semibold">
                {isOwn ? `${label} · ${m.thisDevice}` : label}
              </span>
              <span className="block text-xs text-text-3">{isOwn ? m.inUse : m.lastUsed(formatAgo(seen))}</span>
            </span>
            {!isOwn && (
              <IconButton
                label={m.forget(label)}
                icon={<X aria-hidden="true" className="size-5" />}
                onClick={() => void forgetDevice(id)}
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
