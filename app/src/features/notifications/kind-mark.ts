/** The small mark that says what a row is about. */
import type { NotificationType } from '@product/contract'
import AtSign from 'lucide-react/icons/at-sign'
import Bell from 'lucide-react/icons/bell'
import Coins from 'lucide-react/icons/coins'
import Heart from 'lucide-react/icons/heart'
import Image from 'lucide-react/icons/image'
import MessageCircle from 'lucide-react/icons/message-circle'
import MessageSquare from 'lucide-react/icons/message-square'
import Search from 'lucide-react/icons/search'
import Shield from 'lucide-react/icons/shield'
import ShoppingBag from 'lucide-react/icons/shopping-bag'
import Shuffle from 'lucide-react/icons/shuffle'
import UserPlus from 'lucide-react/icons/user-plus'
import type { ComponentType, SVGProps } from 'react'

interface Mark {
  Icon: ComponentType<SVGProps<SVGSVGElement>>
  /** White on it has 4.5:1 at least. */
  colour: string
}

const money: Mark = { Icon: Coins, colour: 'bg-[oklch(0.5_0.105_66)]' }
const house: Mark = { Icon: Bell, colour: 'bg-[oklch(0.46_0.15_268)]' }

export const kindMarks: Readonly<Record<NotificationType, Mark>> = {
  like: { Icon: Heart, colour: 'bg-[oklch(0.52_0.2_14)]' },
  comment: { Icon: MessageSquare, colour: 'bg-[oklch(0.46_0.15_268)]' },
  follow: { Icon: UserPlus, colour: 'bg-[oklch(0.46_0.1_156)]' },
  message: { Icon: MessageCircle, colour: 'bg-[oklch(0.46_0.085_220)]' },
  mention: { Icon: AtSign, colour: 'bg-[oklch(0.5_0.105_66)]' },
  remix: { Icon: Shuffle, colour: 'bg-[oklch(0.53_0.165_36)]' },
  generation: { Icon: Image, colour: 'bg-[oklch(0.46_0.15_268)]' },
  tip: money,
  payment: money,
  payout: money,
  commission: { Icon: ShoppingBag, colour: 'bg-[oklch(0.46_0.1_156)]' },
  moderation: { Icon: Shield, colour: 'bg-[oklch(0.46_0.085_220)]' },
  system: house,
  post: { Icon: Image, colour: 'bg-[oklch(0.46_0.1_156)]' },
  search: { Icon: Search, colour: 'bg-[oklch(0.46_0.15_268)]' },
}
