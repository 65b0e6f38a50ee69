/** The sections of the settings, by the name that stands in the address. */
import Bell from 'lucide-react/icons/bell'
import Database from 'lucide-react/icons/database'
import EyeOff from 'lucide-react/icons/eye-off'
import Info from 'lucide-react/icons/info'
import Lock from 'lucide-react/icons/lock'
import MessageCircleMore from 'lucide-react/icons/message-circle-more'
import ShieldCheck from 'lucide-react/icons/shield-check'
import SunMoon from 'lucide-react/icons/sun-moon'
import UserRound from 'lucide-react/icons/user-round'
import type { LucideIcon } from 'lucide-react/types'

export const sections = [
  'profile',
  'security',
  'privacy',
  'messages',
  'notifications',
  'content',
  'display',
  'data',
  'about',
] as const

export type Section = (typeof sections)[number]

export const sectionIcons: Record<Section, LucideIcon> = {
  profile: UserRound,
  security: ShieldCheck,
  privacy: Lock,
  messages: MessageCircleMore,
  notifications: Bell,
  content: EyeOff,
  display: SunMoon,
  data: Database,
  about: Info,
}

export function sectionOf(text: string | undefined): Section | null {
  return sections.find((known) => known === text) ?? null
}
