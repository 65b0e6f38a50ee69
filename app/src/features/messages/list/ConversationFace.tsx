import Users from 'lucide-react/icons/users'

import { partnerOf, type Conversation } from '#entities/conversation/conversation.ts'
import { classNames } from '#ui/class-names.ts'
import { Avatar } from '#ui/picture/Avatar.tsx'

/** The other one of two; of a group, two of its faces. */
export function ConversationFace({ conversation, size }: { conversation: Conversation; size: 'md' | 'lg' }) {
  const partner = partnerOf(conversation)
  if (partner) return <Avatar id={partner.id} src={partner.avatar_url} size={size === 'lg' ? 'lg' : 'md'} />
  const [first, second] = conversation.others.filter(({ isActive }) => isActive)
  const box = size === 'lg' ? 'size-11' : 'size-9'
  if (!first || !second) {
    return (
      <span className={classNames('grid flex-none place-items-center rounded-full bg-surface-3 text-text-2', box)}>
        <Users aria-hidden="true" className="size-5" strokeWidth={1.75} />
      </span>
    )
  }
  return (
    <span className={classNames('relative block flex-none', box)}>
      <Avatar
        id={first.id}
        src={first.avatar_url}
        size={size === 'lg' ? 'sm' : 'xs'}
        className="absolute top-0 left-0"
      />
      <Avatar
        id={second.id}
        src={second.avatar_url}
        size={size === 'lg' ? 'sm' : 'xs'}
        className="absolute right-0 bottom-0 ring-2 ring-bg"
      />
    </span>
  )
}
