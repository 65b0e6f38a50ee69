import Languages from 'lucide-react/icons/languages'
import ShieldAlert from 'lucide-react/icons/shield-alert'

import { languageOptions } from '#entities/post/audience/languages.ts'
import { changeSetting, type MySettings } from '#entities/profile/my-settings.ts'
import { teenMessages } from '#entities/profile/teen-mode/teen-mode.i18n.ts'
import { teenUntil } from '#entities/profile/teen-mode/teen-mode.ts'
import { useMessages } from '#i18n/messages.ts'
import { ChipSet } from '#ui/fields/ChipSet.tsx'
import { SelectField } from '#ui/fields/SelectField.tsx'

import { SettingRow } from '../SettingRow.tsx'
import { SettingsCard } from '../SettingsCard.tsx'
import { contentMessages } from './content.i18n.ts'
import { FeedWishes } from './FeedWishes.tsx'
import { HiddenPosts } from './HiddenPosts.tsx'
import { MutedWords } from './MutedWords.tsx'
import { BlockedPeople, MutedPeople } from './PeoplePutAside.tsx'

const ratings = [0, 1, 2, 3] as const

/** What one is shown, and whom and what one does not want to meet. */
export function ContentSection({ userId }: { userId: string }) {
  const m = useMessages(contentMessages)
  return (
    <>
      <SettingsCard title={m.sensitivity}>
        {(settings) => <Sensitivity settings={settings} userId={userId} />}
      </SettingsCard>
      <SettingsCard title={m.languages}>
        {(settings) => <ReadLanguages settings={settings} userId={userId} />}
      </SettingsCard>
      <SettingsCard title={m.wishes}>{(settings) => <FeedWishes settings={settings} userId={userId} />}</SettingsCard>
      <MutedWords userId={userId} />
      <HiddenPosts userId={userId} />
      <MutedPeople userId={userId} />
      <BlockedPeople userId={userId} />
    </>
  )
}

function Sensitivity({ settings, userId }: { settings: MySettings; userId: string }) {
  const m = useMessages(contentMessages)
  const { locked } = useMessages(teenMessages)
  const change = (text: string) => {
    const rating = ratings.find((known) => String(known) === text)
    if (rating !== undefined) changeSetting(userId, 'max_rating', rating)
  }
  const isLocked = teenUntil(settings) !== null
  const help = isLocked ? locked : m.sensitivityHelp
  return (
    <SettingRow icon={ShieldAlert} name={m.sensitivityRow} help={help} setting="max_rating">
      <div className="w-full md:w-84">
        <SelectField
          label={m.sensitivityRow}
          hideLabel
          disabled={isLocked}
          value={String(settings.max_rating)}
          options={ratings.map((rating) => ({ value: String(rating), label: m[`rating${rating}`] }))}
          onChange={(event) => change(event.target.value)}
        />
      </div>
    </SettingRow>
  )
}

function ReadLanguages({ settings, userId }: { settings: MySettings; userId: string }) {
  const m = useMessages(contentMessages)
  return (
    <SettingRow icon={Languages} name={m.languagesRow} help={m.languagesHelp} setting="read_languages">
      <div className="w-full">
        <ChipSet
          label={m.languagesRow}
          hideLabel
          options={languageOptions()}
          chosen={settings.read_languages}
          most={20}
          onChange={(chosen) => changeSetting(userId, 'read_languages', [...chosen])}
        />
      </div>
    </SettingRow>
  )
}
