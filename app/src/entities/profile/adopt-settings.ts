/** A device that somebody signs in on looks as they have settled it elsewhere. */
import { readPrivate, writePrivate } from '#data/device/private-storage.ts'
import { replayWrites } from '#data/outbox/pending-writes.ts'
import { queryClient } from '#data/query-client.ts'
import { setLanguage } from '#i18n/change-language.ts'
import { hasLanguage } from '#i18n/stored-language.ts'
import { changeDisplaySettings } from '#ui/display/change-display.ts'

import { mySettingsQuery, type MySettings } from './my-settings.ts'
import { setBudgets } from './saving/data-usage.ts'
import { followNetwork } from './saving/follow-network.ts'
import { saverFor } from './saving/mobile-data.ts'

const adopted = 'adopted-settings'

/** As they were when the account was made: nothing to follow for a device that has its own. */
const untouched: Partial<MySettings> = {
  theme: 'system',
  data_saver: 'auto',
  text_size: 'normal',
  motion: 'system',
  contrast: 'system',
  language: null,
  shortcuts: true,
  hide_counts: false,
}

/** Once after each change that was made anywhere. */
export async function adoptSettings(userId: string): Promise<void> {
  // What was changed here and not sent yet is newer than what the server has.
  await replayWrites()
  const settings = await queryClient.fetchQuery(mySettingsQuery(userId))
  setBudgets({ day: settings.data_day_budget_mb, month: settings.data_budget_mb })
  followNetwork(userId)
  const last = readPrivate(adopted)
  adoptLanguage(settings, last === '')
  if (last === settings.updated_at || (last === '' && isUntouched(settings))) return
  writePrivate(adopted, settings.updated_at)
  changeDisplaySettings({
    theme: settings.theme,
    saver: saverFor(settings.data_saver),
    textSize: settings.text_size,
    motion: settings.motion,
    contrast: settings.contrast,
    shortcuts: settings.shortcuts,
    hideCounts: settings.hide_counts,
  })
}

/** Chosen for the app, it goes everywhere; else a new device speaks as its person wants to be written to. */
function adoptLanguage({ language, locale, updated_at: at }: MySettings, isNew: boolean): void {
  if (language !== null) {
    if (readPrivate(adopted) !== at) setLanguage(language)
  } else if (isNew && !hasLanguage()) setLanguage(locale)
}

function isUntouched(settings: MySettings): boolean {
  return Object.entries(untouched).every(([name, value]) => settings[name as keyof MySettings] === value)
}
