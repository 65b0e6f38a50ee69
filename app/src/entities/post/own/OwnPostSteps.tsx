/** What the author's menu of a post holds, and where its entries lead, on a card and on the post's page alike. */
import ChartColumn from 'lucide-react/icons/chart-column'
import Eye from 'lucide-react/icons/eye'
import Pencil from 'lucide-react/icons/pencil'
import Pin from 'lucide-react/icons/pin'
import Trash2 from 'lucide-react/icons/trash-2'

import { openModal } from '#entities/session/modals.ts'
import { useMessages } from '#i18n/messages.ts'
import { MenuList, type MenuItem } from '#ui/menu/MenuList.tsx'

import type { Post } from '../post.ts'
import { DeletePostDialog } from './DeletePostDialog.tsx'
import { ownPostMessages } from './own-post.i18n.ts'
import { changeVisibility, pinPost, visibilities } from './own-post.ts'

export type OwnPostStep = 'visibility' | 'delete'

const icon = { 'aria-hidden': true, className: 'size-5', strokeWidth: 1.75 } as const

/** `isPinned` is undefined until it is known. */
export function useOwnPostItems(
  { id }: Post,
  isPinned: boolean | undefined,
  onStep: (step: OwnPostStep) => void,
): MenuItem[] {
  const m = useMessages(ownPostMessages)
  return [
    { label: m.edit, icon: <Pencil {...icon} />, onPress: () => openModal('edit-post', { post: id }) },
    {
      label: isPinned ? m.unpin : m.pin,
      icon: <Pin {...icon} />,
      isDisabled: isPinned === undefined,
      onPress: () => void pinPost(id, !isPinned),
    },
    { label: m.visibility, icon: <Eye {...icon} />, onPress: () => onStep('visibility') },
    { label: m.stats, icon: <ChartColumn {...icon} />, onPress: () => openModal('post-stats', { post: id }) },
    { label: m.delete, icon: <Trash2 {...icon} />, onPress: () => onStep('delete') },
  ]
}

export interface OwnPostStepsProps {
  step: OwnPostStep
  post: Post
  anchorOf: () => HTMLElement | null
  onClose: () => void
  onDeleted?: () => void
}

export function OwnPostSteps({ step, post, anchorOf, onClose, onDeleted }: OwnPostStepsProps) {
  const m = useMessages(ownPostMessages)
  if (step === 'delete') {
    return <DeletePostDialog postId={post.id} onClose={onClose} onDeleted={() => onDeleted?.()} />
  }
  const choices = visibilities.map((visibility) => ({
    label: m[visibility],
    isChecked: visibility === post.visibility,
    onPress: () => void changeVisibility(post.id, post.visibility, visibility),
  }))
  return <MenuList label={m.visibility} items={choices} anchorOf={anchorOf} onClose={onClose} />
}
