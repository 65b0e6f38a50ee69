/** By which ways somebody wants to be told, and when not. */
import { queryOptions } from '@tanstack/react-query'

import { showChoice } from '#data/choices/show-choice.ts'
import { enqueueWrite, registerWrite } from '#data/outbox/pending-writes.ts'
import { queryClient } from '#data/query-client.ts'
import { unwrap } from '#data/rest.ts'
import { supabase } from '#data/supabase.ts'
import { read } from '#data/wire.ts'
import { currentMessages } from '#i18n/messages.ts'
import { toast } from '#ui/toast/toast.ts'

import { notificationMessages } from './notification.i18n.ts'

export const preferredTypes = [
  'like',
  'comment',
  'mention',
  'follow',
  'remix',
  'message',
  'generation',
  'post',
  'search',
  'tip',
  'commission',
  'moderation',
] as const
export type PreferredType = (typeof preferredTypes)[number]

export const channels = ['in_app', 'push', 'email'] as const
export type Channel = (typeof channels)[number]

export type Preference = Readonly<Record<Channel, boolean>>

/** Told by mail as well where nothing is said (app.is_mailed_unasked). */
export function isMoneyOrSafety(type: string): boolean {
  return type === 'tip' || type === 'commission' || type === 'moderation'
}

/** Where nothing is said. */
export const usualPreference = (type: PreferredType): Preference => ({
  in_app: true,
  push: true,
  email: isMoneyOrSafety(type),
})

/** Minutes of the day; a night that passes midnight ends after 1440. */
export interface QuietHours {
  from: number
  to: number
}

export interface NotificationSettings {
  preferences: Partial<Record<PreferredType, Preference>>
  quietHours: QuietHours | null
  /** Minutes of the day; null: each push as it happens. */
  digestAt: number | null
  timeZone: string
}

type SettingsWrite =
  | { userId: string; type: PreferredType; preference: Preference }
  | { userId: string; quietHours: QuietHours | null; timeZone: string }
  | { userId: string; digestAt: number | null; timeZone: string }

const kind = 'notification.settings'
registerWrite<SettingsWrite>(kind, { send, undo })

export function notificationSettingsQuery(userId: string) {
  return queryOptions({
    queryKey: ['notification-settings', userId],
    queryFn: async ({ signal }): Promise<NotificationSettings> => {
      const [rows, [quiet]] = await Promise.all([
        read('notification_preferences', 'type,in_app,push,email', { about_user: 'is.null' }, signal),
        read('profile_settings', 'quiet_hours,digest_minute,time_zone', { user_id: `eq.${userId}` }, signal),
      ])
      const preferences = Object.fromEntries(rows.map(({ type, ...chosen }) => [type, chosen]))
      return {
        preferences,
        quietHours: readRange(quiet?.quiet_hours),
        digestAt: quiet?.digest_minute ?? null,
        timeZone: quiet?.time_zone ?? 'UTC',
      }
    },
    staleTime: 5 * 60_000,
    meta: { keep: { owner: userId, kind: 'preferences', most: 1 } },
  })
}

export function changePreference(userId: string, type: PreferredType, preference: Preference): void {
  patch(userId, (held) => ({ ...held, preferences: { ...held.preferences, [type]: preference } }))
  enqueueWrite(kind, { userId, type, preference } satisfies SettingsWrite, { key: type })
}

export function changeQuietHours(userId: string, quietHours: QuietHours | null): void {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  patch(userId, (held) => ({ ...held, quietHours, timeZone }))
  enqueueWrite(kind, { userId, quietHours, timeZone } satisfies SettingsWrite, { key: 'quiet' })
}

export function changeDigest(userId: string, digestAt: number | null): void {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  patch(userId, (held) => ({ ...held, digestAt, timeZone }))
  enqueueWrite(kind, { userId, digestAt, timeZone } satisfies SettingsWrite, { key: 'digest' })
}

async function send(write: SettingsWrite): Promise<void> {
  const client = await supabase()
  const { userId } = write
  if ('quietHours' in write) {
    const { quietHours, timeZone } = write
    const range = quietHours && `[${quietHours.from},${quietHours.to})`
    const change = { quiet_hours: range, time_zone: timeZone }
    unwrap(await client.from('profile_settings').update(change).eq('user_id', userId))
    return
  }
  if ('digestAt' in write) {
    const change = { digest_minute: write.digestAt, time_zone: write.timeZone }
    unwrap(await client.from('profile_settings').update(change).eq('user_id', userId))
    return
  }
  const { type, preference } = write
  const row = { user_id: userId, type, about_user: null, ...preference }
  const changed = await client
    .from('notification_preferences')
    .update(preference)
    .match({ user_id: userId, type })
    .is('about_user', null)
    .select('type')
  if (unwrap(changed).length === 0) unwrap(await client.from('notification_preferences').insert(row))
}

function undo({ userId }: SettingsWrite): void {
  const m = currentMessages(notificationMessages)
  void queryClient.invalidateQueries({ queryKey: notificationSettingsQuery(userId).queryKey })
  toast({ tone: 'danger', title: m.notSaved, description: m.tryAgain })
}

function patch(userId: string, change: (held: NotificationSettings) => NotificationSettings): void {
  showChoice(notificationSettingsQuery(userId), change)
}

/** `[1320,1860)` */
function readRange(text: string | null | undefined): QuietHours | null {
  const [, from, to] = /^\[(\d+),(\d+)\)$/u.exec(text ?? '') ?? []
  return from === undefined || to === undefined ? null : { from: Number(from), to: Number(to) }
}
