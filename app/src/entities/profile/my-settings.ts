/** What somebody has settled for all their devices: shown at once, sent when it can be, each setting by itself. */
import { queryOptions } from '@tanstack/react-query'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

import { enqueueWrite, registerWrite, useWaitingWrites } from '#data/outbox/pending-writes.ts'
import { queryClient } from '#data/query-client.ts'
import { restGet, unwrap } from '#data/rest.ts'
import { supabase } from '#data/supabase.ts'
import { explainPace } from '#entities/session/explain-pace.ts'
import { currentMessages } from '#i18n/messages.ts'
import { toast } from '#ui/toast/toast.ts'

import { personMessages } from './person.i18n.ts'
import { profileQueries } from './profile-queries.ts'

type Whom = 'everyone' | 'following' | 'nobody'

export interface MySettings {
  is_private: boolean
  who_can_message: Whom
  who_can_mention: Whom
  default_remix_allowed: boolean
  default_prompt_visible: boolean
  read_receipts: boolean
  typing_indicators: boolean
  show_follow_lists: 'everyone' | 'followers' | 'nobody'
  noindex: boolean
  ai_training: boolean
  max_rating: 0 | 1 | 2 | 3
  data_saver: 'auto' | 'on' | 'off'
  data_budget_mb: number | null
  theme: 'system' | 'light' | 'dark'
  text_size: 'small' | 'normal' | 'large' | 'largest'
  motion: 'system' | 'reduced' | 'full'
  language: 'fr' | 'en' | null
  shortcuts: boolean
  hide_counts: boolean
  updated_at: string
}

export type SettingName = Exclude<keyof MySettings, 'updated_at'>

interface SettingWrite {
  userId: string
  name: SettingName
  value: MySettings[SettingName]
}

const kind = 'setting'

const columns: readonly Exclude<keyof MySettings, 'is_private'>[] = [
  'who_can_message',
  'who_can_mention',
  'default_remix_allowed',
  'default_prompt_visible',
  'read_receipts',
  'typing_indicators',
  'show_follow_lists',
  'noindex',
  'ai_training',
  'max_rating',
  'data_saver',
  'data_budget_mb',
  'theme',
  'text_size',
  'motion',
  'language',
  'shortcuts',
  'hide_counts',
  'updated_at',
]

interface SettingsRow extends Omit<MySettings, 'is_private'> {
  person: { is_private: boolean }
}

export function mySettingsQuery(userId: string) {
  return queryOptions({
    queryKey: ['my-settings', userId],
    queryFn: async ({ signal }): Promise<MySettings> => {
      const select = `${columns.join(',')},person:profiles!inner(is_private)`
      const params = { select, user_id: `eq.${userId}`, limit: 1 }
      const [row] = await restGet<SettingsRow>('profile_settings', { params, signal })
      if (!row) throw new Error('These settings are not there')
      const { person, ...settings } = row
      return { ...settings, ...person }
    },
    staleTime: 5 * 60_000,
  })
}

registerWrite<SettingWrite>(kind, { send, undo })

export function changeSetting<Name extends SettingName>(userId: string, name: Name, value: MySettings[Name]): void {
  queryClient.setQueryData(mySettingsQuery(userId).queryKey, (held) => held && { ...held, [name]: value })
  note(name, undefined)
  enqueueWrite(kind, { userId, name, value } satisfies SettingWrite, { key: name })
}

async function send({ userId, name, value }: SettingWrite): Promise<void> {
  const client = await supabase()
  if (name === 'is_private') {
    const change = { is_private: value === true }
    unwrap(await client.from('profiles').update(change).eq('id', userId))
    await queryClient.invalidateQueries({ queryKey: profileQueries.all() })
  } else {
    const change: Partial<Omit<MySettings, 'is_private'>> = { [name]: value }
    unwrap(await client.from('profile_settings').update(change).eq('user_id', userId))
  }
  note(name, 'saved')
}

function undo({ userId, name }: SettingWrite, error: unknown): void {
  const m = currentMessages(personMessages)
  note(name, undefined)
  void queryClient.invalidateQueries({ queryKey: mySettingsQuery(userId).queryKey })
  toast({ tone: 'danger', title: m.notDone, description: explainPace(error) ?? m.tryAgain })
}

const saved = createStore<ReadonlySet<SettingName>>()(() => new Set())

function note(name: SettingName, state: 'saved' | undefined): void {
  const others = [...saved.getState()].filter((other) => other !== name)
  saved.setState(new Set(state ? [...others, name] : others), true)
}

/** `waiting`: for the network; `saved`: since the page was opened. */
export function useSettingState(name: SettingName): 'waiting' | 'saved' | null {
  const isWaiting = useWaitingWrites().some((write) => write.kind === kind && write.key === name)
  const isSaved = useStore(saved, (names) => names.has(name))
  if (isWaiting) return 'waiting'
  return isSaved ? 'saved' : null
}
