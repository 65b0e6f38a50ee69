import Pencil from 'lucide-react/icons/pencil'
import Reply from 'lucide-react/icons/reply'
import X from 'lucide-react/icons/x'

import { useMessages } from '#i18n/messages.ts'
import { IconButton } from '#ui/button/IconButton.tsx'

import { wordsOf } from '../../bubble/speak-message.ts'
import { useThreadFacts } from '../../thread-context.ts'
import { threadMessages } from '../../thread.i18n.ts'
import { composerMessages } from './composer.i18n.ts'
import type { Aim } from './writing.ts'

/** What the words in the field are about. */
export function ComposerAim({ aim: { kind, item }, onCancel }: { aim: NonNullable<Aim>; onCancel: () => void }) {
  const m = useMessages(composerMessages)
  const t = useMessages(threadMessages)
  const { nameOf } = useThreadFacts()
  const Icon = kind === 'reply' ? Reply : Pencil
  const reply = item.isMine ? m.replyingToSelf : m.replyingTo(nameOf(item.senderId))
  return (
    <div className="flex items-center gap-3 border-b border-line py-1 pr-2 pl-4 lg:pl-8">
      <Icon aria-hidden="true" className="size-4.5 flex-none text-text-3" />
      <div role="status" className="min-w-0 flex-1 text-xs">
        <p className="font-semibold">{kind === 'reply' ? reply : m.editing}</p>
        <p className="truncate text-text-3">{wordsOf(t, item)}</p>
      </div>
      <IconButton label={m.cancel} icon={<X aria-hidden="true" className="size-5" />} onClick={onCancel} />
    </div>
  )
}
