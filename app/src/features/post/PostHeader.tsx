import ChevronLeft from 'lucide-react/icons/chevron-left'
import type { ReactNode } from 'react'

import { useMessages } from '#i18n/messages.ts'
import { IconButton } from '#ui/button/IconButton.tsx'

import { leavePost } from './neighbours.ts'
import { postScreenMessages } from './post-screen.i18n.ts'

export interface PostHeaderProps {
  title: string
  menu?: ReactNode
  /** What follows has a heading of its own. */
  isQuiet?: boolean
}

/** Below 1024: the way back, what this is, and what one can do. */
export function PostHeader({ title, menu, isQuiet = false }: PostHeaderProps) {
  const m = useMessages(postScreenMessages)
  const Title = isQuiet ? 'p' : 'h1'
  return (
    <header className="sticky top-(--stuck) z-(--z-sticky) flex h-(--top-h) items-center gap-1 border-b border-line bg-bg px-1.5">
      <IconButton
        label={m.back}
        icon={<ChevronLeft aria-hidden="true" className="size-6" strokeWidth={1.75} />}
        onClick={leavePost}
      />
      <Title className="display min-w-0 flex-1 truncate text-lg">{title}</Title>
      {menu}
    </header>
  )
}
