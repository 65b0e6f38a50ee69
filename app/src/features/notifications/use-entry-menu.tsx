import BellOff from 'lucide-react/icons/bell-off'
import Check from 'lucide-react/icons/check'
import VolumeX from 'lucide-react/icons/volume-x'

import { markRead, markUnread } from '#entities/notification/mark-notifications.ts'
import { notificationMessages } from '#entities/notification/notification.i18n.ts'
import type { NotificationEntry } from '#entities/notification/notification.ts'
import {
  changePreference,
  isMoneyOrSafety,
  preferredTypes,
  usualPreference,
  type PreferredType,
} from '#entities/notification/preference-queries.ts'
import { wishToMute } from '#entities/profile/safety-writes.ts'
import { useMessages } from '#i18n/messages.ts'
import type { MenuItem } from '#ui/menu/Menu.tsx'
import { toast } from '#ui/toast/toast.ts'

import { notificationsMessages } from './notifications.i18n.ts'

const undoMs = 6000
const icon = { 'aria-hidden': true, className: 'size-5', strokeWidth: 1.75 } as const

/** What can be done with a row: read or unread, and less of it, of its kind or of its person. */
export function useEntryMenu(entry: NotificationEntry, userId: string): MenuItem[] {
  const m = useMessages(notificationsMessages)
  const kinds = useMessages(notificationMessages)
  const { id, type, read_at: readAt, people, actors_count: count } = entry
  const failed = () => toast({ tone: 'danger', title: m.failedAct, description: m.tryAgain })
  const tell = (title: string, undo: () => void) =>
    toast({ title, duration: undoMs, action: { label: m.undo, onPress: undo } })
  const items: MenuItem[] = [
    readAt === null
      ? { label: m.markRead, icon: <Check {...icon} />, onPress: () => void markRead(userId, [id]).catch(failed) }
      : { label: m.markUnread, icon: <Check {...icon} />, onPress: () => void markUnread(userId, [id]).catch(failed) },
  ]
  if (isPreferred(type)) {
    const mute = () => {
      changePreference(userId, type, { in_app: false, push: false, email: false })
      tell(m.mutedKind(kinds[type]), () => changePreference(userId, type, usualPreference(type)))
    }
    items.push({ label: m.muteKind(kinds[type]), icon: <BellOff {...icon} />, onPress: mute })
  }
  const [person] = people
  if (person && count === 1) {
    const wish = { userId, kind: 'user', target: person.id, until: null } as const
    const mute = () => {
      wishToMute({ ...wish, isMuted: true })
      tell(m.mutedPerson(person.display_name), () => wishToMute({ ...wish, isMuted: false }))
    }
    items.push({ label: m.mutePerson(person.display_name), icon: <VolumeX {...icon} />, onPress: mute })
  }
  return items
}

/** One tap silences nobody's orders or decisions: that is chosen in the settings. */
function isPreferred(type: NotificationEntry['type']): type is PreferredType {
  return (preferredTypes as readonly string[]).includes(type) && !isMoneyOrSafety(type)
}
