import { useQuery } from '@tanstack/react-query'

import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { Alert } from '#ui/feedback/Alert.tsx'
import { Skeleton } from '#ui/feedback/Skeleton.tsx'
import { Switch } from '#ui/fields/Switch.tsx'

import { DigestField } from './DigestField.tsx'
import { notificationMessages } from './notification.i18n.ts'
import {
  changePreference,
  channels,
  notificationSettingsQuery,
  preferredTypes,
  usualPreference,
  type Channel,
  type NotificationSettings,
  type PreferredType,
} from './preference-queries.ts'
import { PushSetting } from './PushSetting.tsx'
import { QuietHoursField } from './QuietHoursField.tsx'

/** For the settings: push on this device, what one is told by which way, and the hours of rest. Saved at once. */
export function NotificationPreferences({ userId }: { userId: string }) {
  const m = useMessages(notificationMessages)
  const { data, isError, refetch } = useQuery(notificationSettingsQuery(userId))
  return (
    <div className="grid gap-8">
      <PushSetting userId={userId} />
      {isError && !data && (
        <Alert
          tone="danger"
          title={m.unreadable}
          action={
            <Button size="sm" variant="line" onClick={() => void refetch()}>
              {m.retry}
            </Button>
          }
        />
      )}
      {data && <Matrix userId={userId} settings={data} />}
      {!data && !isError && <Skeleton className="h-200 w-full" />}
      {data && <QuietHoursField userId={userId} value={data.quietHours} timeZone={data.timeZone} />}
      {data && <DigestField userId={userId} value={data.digestAt} timeZone={data.timeZone} />}
    </div>
  )
}

/** Messages have a place of their own in the app, and decisions always stand there. */
function isOffered(type: PreferredType, channel: Channel): boolean {
  return channel !== 'in_app' || (type !== 'message' && type !== 'moderation')
}

function Matrix({ userId, settings }: { userId: string; settings: NotificationSettings }) {
  const m = useMessages(notificationMessages)
  const names = { in_app: m.inApp, push: m.push, email: m.email }
  return (
    <section>
      <table className="w-full border-collapse">
        <caption className="pb-2 text-left font-semibold">{m.kinds}</caption>
        <thead>
          <tr className="border-b border-line text-xs text-text-3">
            <th scope="col" className="py-2 text-left font-medium">
              {m.kind}
            </th>
            {channels.map((channel) => (
              <th key={channel} scope="col" className="w-16 py-2 text-center font-medium sm:w-20">
                {names[channel]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {preferredTypes.map((type) => {
            const chosen = settings.preferences[type] ?? usualPreference(type)
            return (
              <tr key={type} className="border-b border-line">
                <th scope="row" className="py-2.5 pr-3 text-left text-sm font-normal">
                  {m[type]}
                </th>
                {channels.map((channel) => (
                  <td key={channel} className="py-2.5 text-center align-middle">
                    {isOffered(type, channel) && (
                      <Switch
                        label={m.choice(m[type], names[channel])}
                        checked={chosen[channel]}
                        onChange={(isOn) => changePreference(userId, type, { ...chosen, [channel]: isOn })}
                      />
                    )}
                  </td>
                ))}
              </tr>
            )
          })}
        </tbody>
      </table>
      <p className="mt-3 text-xs text-text-3">{m.always}</p>
      <p className="mt-2 text-xs text-text-3">{m.mailed}</p>
    </section>
  )
}
