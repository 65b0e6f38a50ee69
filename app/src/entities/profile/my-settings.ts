/** What somebody has settled for all their devices: shown at once, sent when it can be, each setting by itself. */
import { queryOptions } from '@tanstack/react-query'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

import { showChoice } from '#data/choices/show-choice.ts'
import { enqueueWrite, registerWrite, useWaitingWrites } from '#data/outbox/pending-writes.ts'
import { queryClient } from '#data/query-client.ts'
import type { Row, Selected } from '#data/question.ts'
import { unwrap } from '#data/rest.ts'
import { supabase } from '#data/supabase.ts'
import { read } from '#data/wire.ts'
import { explainPace } from '#entities/session/explain-pace.ts'
import { currentMessages } from '#i18n/messages.ts'
import { toast } from '#ui/toast/toast.ts'

import { personMessages } from './person.i18n.ts'
import { profileQueries } from './profile-queries.ts'

const columns =
  'who_can_message,who_can_mention,default_remix_allowed,default_prompt_visible,read_receipts,typing_indicators,show_follow_lists,show_likers,noindex,ai_training,feed_rules,max_rating,data_saver,data_day_budget_mb,data_budget_mb,theme,text_size,motion,contrast,language,shortcuts,hide_counts,read_languages,default_comments_policy,in_leaders,teen_until,updated_at'
const person = 'person:profiles!inner(is_private,locale)'

export type MySettings = Selected<'profile_settings', typeof columns> & Pick<Row<'profiles'>, 'is_private' | 'locale'>

export type SettingName = Exclude<keyof MySettings, 'updated_at' | 'locale' | 'teen_until'>

interface SettingWrite {
  userId: string
  name: SettingName
  value: MySettings[SettingName]
}

const kind = 'setting'

export function mySettingsQuery(userId: string) {
  return queryOptions({
    queryKey: ['my-settings', userId],
    queryFn: async ({ signal }): Promise<MySettings> => {
      const mine = { user_id: `eq.${userId}`, limit: 1 }
      const [row] = await read('profile_settings', `${columns},${person}`, mine, signal)
      if (!row) throw new Error('These settings are not there')
      const { person: owner, ...settings } = row
      return { ...settings, ...owner }
    },
    staleTime: 5 * 60_000,
    meta: { keep: { owner: userId, kind: 'settings', most: 1 } },
  })
}

registerWrite<SettingWrite>(kind, { send, undo })

export function changeSetting<Name extends SettingName>(userId: string, name: Name, value: MySettings[Name]): void {
  showChoice(mySettingsQuery(userId), (held) => ({ ...held, [name]: value }))
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
    const change: Partial<Omit<MySettings, 'is_private' | 'locale' | 'teen_until'>> = { [name]: value }
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
