import Ban from 'lucide-react/icons/ban'
import Lock from 'lucide-react/icons/lock'
import LockOpen from 'lucide-react/icons/lock-open'

import type { LinkPreview } from '#entities/conversation/link-preview.ts'
import { isNotice, type ItemContent, type ThreadItem } from '#entities/message/message.ts'
import { isVoice, readVoice, type VoiceFacts } from '#entities/message/outbox/voice/voice-note.ts'
import { useMessages } from '#i18n/messages.ts'
import { classNames } from '#ui/class-names.ts'

import { OnceBody } from '../once/OnceBody.tsx'
import { useThreadFacts } from '../thread-context.ts'
import { threadMessages } from '../thread.i18n.ts'
import { ImageBody, type ImageSize } from './ImageBody.tsx'
import { LinkBody } from './LinkBody.tsx'
import { PostBody } from './PostBody.tsx'
import { wordsOf } from './speak-message.ts'
import { TextBody } from './TextBody.tsx'
import { VoiceBody } from './VoiceBody.tsx'

/** The speaker's corner is square. */
const corners = { mine: 'rounded-[14px_4px_14px_14px]', theirs: 'rounded-[4px_14px_14px_14px]' }

export function BubbleBody({ item }: { item: ThreadItem }) {
  const m = useMessages(threadMessages)
  const { acts } = useThreadFacts()
  const { content, isMine } = item
  if (content.kind === 'open') return <OpenBody item={item} content={content} />
  // Drawn as a line of the thread, not as somebody's words.
  if (isNotice(content)) return null
  const Mark = { deleted: Ban, masked: LockOpen, locked: Lock, failed: LockOpen }[content.kind]
  const ask = { deleted: null, masked: null, locked: m.unlock, failed: m.why }[content.kind]
  return (
    <div
      className={classNames(
        'flex items-start gap-2 border-[1.5px] border-dashed border-line-strong px-3.25 py-2.25 text-[0.9375rem] leading-[1.4] text-text-3',
        isMine ? corners.mine : corners.theirs,
      )}
    >
      <Mark aria-hidden="true" className="mt-0.5 size-4 flex-none" strokeWidth={1.75} />
      <p>
        {wordsOf(m, item)}{' '}
        {ask !== null && (
          <button type="button" onClick={() => acts.explain(item)} className="link min-h-6 font-medium">
            {ask}
          </button>
        )}
      </p>
    </div>
  )
}

function OpenBody({ item, content }: { item: ThreadItem; content: Extract<ItemContent, { kind: 'open' }> }) {
  const { isVeiled } = useThreadFacts()
  const { isMine } = item
  const { text, postId, preview, once } = content
  const voice = voiceOf(item, content)
  const pictures = voice ? [] : picturesOf(item, content)
  const hasFiles = once !== null || voice !== undefined || pictures.length > 0
  return (
    <div
      className={classNames(
        'w-fit overflow-hidden text-[0.9375rem] leading-[1.4]',
        isMine ? `ml-auto bg-own text-on-own ${corners.mine}` : `bg-surface-2 ${corners.theirs}`,
      )}
    >
      {pictures.map((size, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- pictures of one message, which do not change places
        <ImageBody key={index} item={item} index={index} size={size} />
      ))}
      {once !== null && <OnceBody item={item} once={once} />}
      {voice && <VoiceBody item={item} index={0} voice={voice} />}
      {postId !== null && <PostBody postId={postId} />}
      {(text !== '' || (postId === null && !hasFiles)) && (
        <Words text={text} preview={preview} isVeiled={isVeiled && !isMine} />
      )}
    </div>
  )
}

interface WordsProps {
  text: string
  preview: LinkPreview | null
  /** Links of strangers are not shown before somebody asks: nor where they lead. */
  isVeiled: boolean
}

function Words({ text, preview, isVeiled }: WordsProps) {
  return (
    <>
      {preview && !isVeiled && <LinkBody preview={preview} />}
      <div className="px-3.25 py-2.25">
        <TextBody text={text} isVeiled={isVeiled} />
      </div>
    </>
  )
}

function voiceOf(
  { files }: ThreadItem,
  { attachments }: Extract<ItemContent, { kind: 'open' }>,
): VoiceFacts | undefined {
  const sent = attachments.find(isVoice)
  return sent ? readVoice(sent) : files[0]?.voice
}

/** Those that are still to be uploaded are shown from this device. */
function picturesOf({ files }: ThreadItem, { attachments, once }: Extract<ItemContent, { kind: 'open' }>): ImageSize[] {
  if (once !== null) return []
  if (attachments.length === 0) return files.map(({ width, height, thumbhash }) => ({ width, height, thumbhash }))
  return attachments.map(({ w, hgt, th }) => ({ width: w ?? 1, height: hgt ?? 1, thumbhash: th ?? null }))
}
