import { placeholderFor } from '#entities/image/placeholder.ts'
import type { ThreadItem } from '#entities/message/message.ts'
import { isVoice } from '#entities/message/outbox/voice/voice-note.ts'
import { useAttachment } from '#entities/message/thread/use-attachment.ts'
import { useThread } from '#entities/message/use-thread.ts'
import { formatDay } from '#i18n/format-dates.ts'
import { useMessages } from '#i18n/messages.ts'
import { useDataSaver } from '#ui/display/use-display-settings.ts'

import { detailsMessages } from './details.i18n.ts'
import { Section } from './Section.tsx'

const most = 12

/** The last ones of what is loaded: the server cannot tell which messages hold pictures of what. */
export function SharedImages({ conversationId }: { conversationId: string }) {
  const m = useMessages(detailsMessages)
  const { items } = useThread(conversationId)
  const pictures = items.filter(hasPicture).slice(-most).toReversed()
  return (
    <Section title={m.images}>
      {pictures.length === 0 ? (
        <p className="text-sm text-text-3">{m.noImages}</p>
      ) : (
        <ul className="grid grid-cols-3 gap-1.5">
          {pictures.map((item) => (
            <li key={item.id}>
              <Thumb item={item} />
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

function hasPicture({ content }: ThreadItem): boolean {
  return (
    content.kind === 'open' &&
    content.once === null &&
    content.attachments.length > 0 &&
    !content.attachments.some(isVoice)
  )
}

function Thumb({ item }: { item: ThreadItem }) {
  const isSaving = useDataSaver()
  const { url } = useAttachment(item, 0, { isWanted: !isSaving })
  const hash = item.content.kind === 'open' ? item.content.attachments[0]?.th : null
  const placeholder = placeholderFor(hash ?? null)
  return (
    <span
      className="block aspect-square overflow-hidden rounded-img bg-skeleton bg-cover"
      style={placeholder ? { backgroundImage: `url(${placeholder.bitmap})` } : {}}
    >
      {url !== null && <img src={url} alt={formatDay(item.at)} className="size-full object-cover" />}
    </span>
  )
}
