import AtSign from 'lucide-react/icons/at-sign'
import Bot from 'lucide-react/icons/bot'
import CheckCheck from 'lucide-react/icons/check-check'
import Eye from 'lucide-react/icons/eye'
import Heart from 'lucide-react/icons/heart'
import Keyboard from 'lucide-react/icons/keyboard'
import Lock from 'lucide-react/icons/lock'
import MessageCircle from 'lucide-react/icons/message-circle'
import MessageSquare from 'lucide-react/icons/message-square'
import Quote from 'lucide-react/icons/quote'
import Repeat2 from 'lucide-react/icons/repeat-2'
import SearchX from 'lucide-react/icons/search-x'
import Trophy from 'lucide-react/icons/trophy'

import { changeSetting, type MySettings } from '#entities/profile/my-settings.ts'
import { teenMessages } from '#entities/profile/teen-mode/teen-mode.i18n.ts'
import { teenUntil } from '#entities/profile/teen-mode/teen-mode.ts'
import { useMessages } from '#i18n/messages.ts'

import { TeenMode } from './account/teen/TeenMode.tsx'
import { privacyMessages } from './privacy.i18n.ts'
import { SettingChoice } from './SettingChoice.tsx'
import { SettingsCard } from './SettingsCard.tsx'
import { SettingSwitch } from './SettingSwitch.tsx'

interface Given {
  settings: MySettings
  userId: string
}

/** Who sees one's account, reaches one, and may work with what one publishes. */
export function PrivacySection() {
  const m = useMessages(privacyMessages)
  const { title: teen } = useMessages(teenMessages)
  return (
    <>
      <SettingsCard title={m.account}>
        {(settings, userId) => <Account settings={settings} userId={userId} />}
      </SettingsCard>
      <SettingsCard title={teen}>{(settings) => <TeenMode settings={settings} />}</SettingsCard>
      <SettingsCard title={m.contact}>
        {(settings, userId) => <Contact settings={settings} userId={userId} />}
      </SettingsCard>
      <SettingsCard title={m.posts}>{(settings, userId) => <Posts settings={settings} userId={userId} />}</SettingsCard>
    </>
  )
}

function Account({ settings, userId }: Given) {
  const m = useMessages(privacyMessages)
  const given = { settings, userId }
  const isLocked = teenUntil(settings) !== null
  return (
    <>
      <SettingSwitch icon={Lock} name={m.isPrivate} help={m.isPrivateHelp} setting="is_private" {...given} />
      <SettingChoice
        icon={Eye}
        name={m.lists}
        help={m.listsHelp}
        setting="show_follow_lists"
        value={settings.show_follow_lists}
        options={[
          { value: 'everyone', label: m.everyone },
          { value: 'followers', label: m.myFollowers },
          { value: 'nobody', label: m.nobody },
        ]}
        onChange={(value) => changeSetting(userId, 'show_follow_lists', value)}
      />
      <SettingSwitch
        icon={SearchX}
        name={m.indexed}
        help={m.indexedHelp}
        setting="noindex"
        isReversed
        isLocked={isLocked}
        {...given}
      />
      <SettingSwitch
        icon={Trophy}
        name={m.leaders}
        help={m.leadersHelp}
        setting="in_leaders"
        isLocked={isLocked}
        {...given}
      />
    </>
  )
}

function Contact({ settings, userId }: Given) {
  const m = useMessages(privacyMessages)
  const options = [
    { value: 'everyone', label: m.everyone, disabled: teenUntil(settings) !== null },
    { value: 'following', label: m.whomIFollow },
    { value: 'nobody', label: m.nobody },
  ] as const
  const given = { settings, userId }
  return (
    <>
      <SettingChoice
        icon={MessageCircle}
        name={m.messages}
        help={m.messagesHelp}
        setting="who_can_message"
        value={settings.who_can_message}
        options={options}
        onChange={(value) => changeSetting(userId, 'who_can_message', value)}
      />
      <SettingChoice
        icon={AtSign}
        name={m.mentions}
        help={m.mentionsHelp}
        setting="who_can_mention"
        value={settings.who_can_mention}
        options={options}
        onChange={(value) => changeSetting(userId, 'who_can_mention', value)}
      />
      <SettingSwitch icon={CheckCheck} name={m.receipts} help={m.receiptsHelp} setting="read_receipts" {...given} />
      <SettingSwitch icon={Keyboard} name={m.typing} help={m.typingHelp} setting="typing_indicators" {...given} />
    </>
  )
}

function Posts(given: Given) {
  const m = useMessages(privacyMessages)
  return (
    <>
      <SettingSwitch icon={Repeat2} name={m.remix} help={m.remixHelp} setting="default_remix_allowed" {...given} />
      <SettingSwitch icon={Quote} name={m.prompt} help={m.promptHelp} setting="default_prompt_visible" {...given} />
      <SettingChoice
        icon={MessageSquare}
        name={m.comments}
        help={m.promptHelp}
        setting="default_comments_policy"
        value={given.settings.default_comments_policy}
        options={[
          { value: 'everyone', label: m.everyone },
          { value: 'followers', label: m.myFollowers },
          { value: 'nobody', label: m.nobody },
        ]}
        onChange={(value) => changeSetting(given.userId, 'default_comments_policy', value)}
      />
      <SettingSwitch icon={Heart} name={m.likers} help={m.likersHelp} setting="show_likers" {...given} />
      <SettingSwitch
        icon={Bot}
        name={m.training}
        help={m.trainingHelp}
        setting="ai_training"
        isLocked={teenUntil(given.settings) !== null}
        {...given}
      />
    </>
  )
}
