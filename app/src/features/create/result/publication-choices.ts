/**
 * Whether the prompt is shown, remixing allowed, and who may comment: settled for the account (Confidentialité), offered at each publication,
 * and asked on each device before the first one.
 */
import { useQuery } from '@tanstack/react-query'

import { readPrivate, writePrivate } from '#data/device/private-storage.ts'
import { queryClient } from '#data/query-client.ts'
import { getSession, useUserId } from '#data/session.ts'
import { changeSetting, mySettingsQuery, type MySettings } from '#entities/profile/my-settings.ts'

export interface PublicationChoices {
  promptVisible: boolean
  remixAllowed: boolean
  commentsPolicy: MySettings['default_comments_policy']
}

/** On this device somebody has been asked. */
const entry = 'publication-asked'

type Settled = Pick<MySettings, 'default_prompt_visible' | 'default_remix_allowed' | 'default_comments_policy'>

function choicesOf(settings: Settled): PublicationChoices {
  return {
    promptVisible: settings.default_prompt_visible,
    remixAllowed: settings.default_remix_allowed,
    commentsPolicy: settings.default_comments_policy,
  }
}

export function wasAsked(): boolean {
  return readPrivate(entry) !== ''
}

/** @throws where nothing is known of them: nobody publishes more than they have settled */
export async function settledChoices(): Promise<PublicationChoices> {
  const session = getSession()
  if (session.status !== 'signed-in') throw new Error('Nobody is signed in')
  return choicesOf(await queryClient.ensureQueryData(mySettingsQuery(session.user.id)))
}

/** `null` until they are known. */
export function useSettledChoices(): PublicationChoices | null {
  const userId = useUserId() ?? ''
  const { data } = useQuery({ ...mySettingsQuery(userId), enabled: userId !== '' })
  return data ? choicesOf(data) : null
}

/** From now on, everywhere. */
export function settleChoices(userId: string, { promptVisible, remixAllowed }: PublicationChoices): void {
  writePrivate(entry, 'yes')
  changeSetting(userId, 'default_prompt_visible', promptVisible)
  changeSetting(userId, 'default_remix_allowed', remixAllowed)
}
