/** `?modal=send`: a publication, or a picture that was just made, on its way into a conversation. */
import UserPlus from 'lucide-react/icons/user-plus'
import { useState } from 'react'

import { useUserId } from '#data/session.ts'
import { useConversationBehind, useSendTarget } from '#entities/conversation/send-target.ts'
import { startConversation } from '#entities/message/conversation-acts.ts'
import { sendPicture } from '#entities/message/send.ts'
import { sendPost } from '#entities/message/send.ts'
import { useConversations } from '#entities/message/use-conversations.ts'
import { useModalSearch } from '#entities/session/modals.ts'
import { useMessages } from '#i18n/messages.ts'
import { paths } from '#navigation/paths.ts'
import { navigate } from '#navigation/place.ts'
import { Button } from '#ui/button/Button.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { Skeleton } from '#ui/feedback/Skeleton.tsx'
import { TextField } from '#ui/fields/TextField.tsx'
import { toast } from '#ui/toast/toast.ts'

import { tryToAct } from '../act.ts'
import { ConversationFace } from '../list/ConversationFace.tsx'
import { PeoplePicker } from './PeoplePicker.tsx'
import { writeMessages } from './write.i18n.ts'

const longest = 1000

export function SendDialog({ onClose }: { onClose: () => void }) {
  const m = useMessages(writeMessages)
  const { post } = useModalSearch()
  const { pictureUrl } = useSendTarget()
  if (post !== undefined || pictureUrl !== null) return <Send post={post} pictureUrl={pictureUrl} onClose={onClose} />
  // The address was opened anew: the picture was known to the page before.
  return (
    <Dialog title={m.send} onClose={onClose}>
      <p>{m.pictureGone}</p>
    </Dialog>
  )
}

interface SendProps {
  post: string | undefined
  pictureUrl: string | null
  onClose: () => void
}

function Send({ post, pictureUrl, onClose }: SendProps) {
  const m = useMessages(writeMessages)
  const userId = useUserId() ?? ''
  const behind = useConversationBehind()
  const { conversations, isPending } = useConversations('all')
  const [words, setWords] = useState('')
  const [isOther, setOther] = useState(false)
  const give = (name: string, find: () => Promise<string>) =>
    tryToAct(async () => {
      const id = await find()
      onClose()
      await pass(id, { post, pictureUrl, words: words.trim() })
      toast({ title: m.sent(name), action: { label: m.see, onPress: () => goTo(id) } })
    })
  const listed = conversations
    .filter(({ me }) => me.isActive && me.state === 'accepted')
    .toSorted((a, b) => Number(b.id === behind) - Number(a.id === behind))
  return (
    <Dialog title={m.send} onClose={onClose}>
      <TextField
        label={m.words}
        help={m.sendPrivate}
        maxLength={longest}
        value={words}
        onChange={(event) => setWords(event.target.value)}
      />
      {isOther ? (
        <div className="mt-4">
          <PeoplePicker
            userId={userId}
            onPerson={(person) => void give(person.display_name, () => startConversation(person.id))}
          />
        </div>
      ) : (
        <section aria-label={m.recent} className="mt-4 min-h-64">
          <Button
            size="sm"
            variant="ghost"
            className="-ml-2"
            icon={<UserPlus aria-hidden="true" className="size-4.5" strokeWidth={1.75} />}
            onClick={() => setOther(true)}
          >
            {m.others}
          </Button>
          {isPending && <Skeleton className="mt-2 h-14" />}
          <ul className="-mx-2 mt-1">
            {listed.map((conversation) => (
              <li key={conversation.id}>
                <button
                  type="button"
                  onClick={() => void give(conversation.title, () => Promise.resolve(conversation.id))}
                  className="flex min-h-14 w-full items-center gap-3 rounded-md px-2 text-left hover:bg-surface-2"
                >
                  <ConversationFace conversation={conversation} size="lg" />
                  <bdi className="min-w-0 flex-1 truncate text-sm font-semibold">{conversation.title}</bdi>
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
    </Dialog>
  )
}

interface Passed {
  post: string | undefined
  pictureUrl: string | null
  words: string
}

async function pass(conversationId: string, { post, pictureUrl, words }: Passed): Promise<void> {
  const said = words === '' ? {} : { text: words }
  if (post !== undefined) sendPost(conversationId, post, said)
  else if (pictureUrl !== null) await sendPicture(conversationId, pictureUrl, said)
}

function goTo(conversation: string): void {
  navigate({ to: paths.messages, search: { conversation } })
}
