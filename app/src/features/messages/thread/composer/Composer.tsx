/** Where one writes: text of one to six lines, pictures, an answer or a change of what was said. */
import Eye from 'lucide-react/icons/eye'
import ImagePlus from 'lucide-react/icons/image-plus'
import Images from 'lucide-react/icons/images'
import Mic from 'lucide-react/icons/mic'
import Pencil from 'lucide-react/icons/pencil'
import Plus from 'lucide-react/icons/plus'
import Reply from 'lucide-react/icons/reply'
import Send from 'lucide-react/icons/send-horizontal'
import Timer from 'lucide-react/icons/timer'
import Waypoints from 'lucide-react/icons/waypoints'
import X from 'lucide-react/icons/x'
import { Suspense, useRef, useState } from 'react'

import type { LinkPreview } from '#entities/conversation/link-preview.ts'
import { canRecord } from '#entities/message/outbox/voice/recorder.ts'
import { useMessages } from '#i18n/messages.ts'
import { IconButton } from '#ui/button/IconButton.tsx'
import { classNames } from '#ui/class-names.ts'
import { lazy } from '#ui/lazy.ts'
import { Menu } from '#ui/menu/Menu.tsx'

import { PreviewPicture } from '../../bubble/LinkBody.tsx'
import { wordsOf } from '../../bubble/speak-message.ts'
import { onceMessages } from '../../once/once.i18n.ts'
import { useThreadFacts } from '../../thread-context.ts'
import { threadMessages } from '../../thread.i18n.ts'
import { wordDuration } from '../../vanish-times.ts'
import { composerMessages } from './composer.i18n.ts'
import { ComposerField } from './ComposerField.tsx'
import { createTogether, sendImages, sendOnce, sendOwnPicture } from './send-images.ts'
import type { Writing, Aim } from './writing.ts'

const PicturePicker = lazy(async () => (await import('#entities/image/picking/PicturePicker.tsx')).PicturePicker)
const VoiceRecorder = lazy(async () => (await import('./VoiceRecorder.tsx')).VoiceRecorder)

interface ComposerProps extends Writing {
  conversationId: string
  /** Seconds that what one writes will stay; `null`: for good. */
  vanishAfter: number | null
}

const pictureTypes = 'image/png,image/jpeg,image/webp'
const icon = { 'aria-hidden': true, className: 'size-5.5', strokeWidth: 1.75 } as const

export function Composer(props: ComposerProps) {
  const { conversationId, aim, vanishAfter, onCancelAim } = props
  const t = useMessages(threadMessages)
  const [shown, setShown] = useState<'picker' | 'recorder' | null>(null)
  const replyTo = aim?.kind === 'reply' ? aim.item.id : undefined
  const close = () => setShown(null)
  return (
    <div className="flex-none border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] lg:bg-bg">
      {aim && <ComposerAim aim={aim} onCancel={onCancelAim} />}
      {props.link.preview && <ComposerPreview {...props.link} preview={props.link.preview} />}
      {vanishAfter !== null && (
        <p className="flex items-center gap-1.5 px-4 pt-2 text-xs text-text-3 lg:px-8">
          <Timer aria-hidden="true" className="size-3.5" />
          {t.vanish(wordDuration(t, vanishAfter))}
        </p>
      )}
      {shown === 'recorder' ? (
        <Suspense fallback={<div className="h-16" />}>
          <VoiceRecorder
            conversationId={conversationId}
            replyTo={replyTo}
            onEnd={() => {
              close()
              onCancelAim()
            }}
          />
        </Suspense>
      ) : (
        <WritingForm
          {...props}
          onPicking={() => setShown('picker')}
          onTalking={() => setShown('recorder')}
          onOnce={(chosen) => {
            onCancelAim()
            void sendOnce(conversationId, chosen, replyTo)
          }}
          onPictures={(chosen) => {
            onCancelAim()
            void sendImages(conversationId, chosen, replyTo)
          }}
        />
      )}
      {shown === 'picker' && (
        <Suspense fallback={null}>
          <PicturePicker
            source="mine"
            onClose={close}
            onPick={(url) => {
              close()
              onCancelAim()
              void sendOwnPicture(conversationId, url, replyTo)
            }}
          />
        </Suspense>
      )}
    </div>
  )
}

interface WritingFormProps extends Writing {
  onPicking: () => void
  onTalking: () => void
  onOnce: (chosen: Blob) => void
  onPictures: (chosen: readonly Blob[]) => void
}

function WritingForm({ onPicking, onTalking, onOnce, onPictures, ...writing }: WritingFormProps) {
  const { text, aim, link, onText, onSend, onCancelAim, onEditLast } = writing
  const m = useMessages(composerMessages)
  const files = useRef<HTMLInputElement>(null)
  const { isGroup } = useThreadFacts()
  const once = useMessages(onceMessages)
  const onceFile = useRef<HTMLInputElement>(null)
  const lookedAtOnce = {
    label: once.attach,
    icon: <Eye {...icon} />,
    onPress: () => onceFile.current?.click(),
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onSend()
      }}
      className="flex items-end gap-0.5 px-2 py-2.5 lg:px-6 lg:py-3"
    >
      <Menu
        label={m.more}
        iconOnly
        icon={<Plus {...icon} />}
        items={[
          { label: m.mine, icon: <Images {...icon} />, onPress: onPicking },
          { label: m.together, icon: <Waypoints {...icon} />, onPress: createTogether },
          // Of two: in a group one who has looked is not all.
          ...(isGroup ? [] : [lookedAtOnce]),
        ]}
      />
      <IconButton label={m.image} icon={<ImagePlus {...icon} />} onClick={() => files.current?.click()} />
      <input
        ref={files}
        type="file"
        accept={pictureTypes}
        multiple
        tabIndex={-1}
        aria-label={m.image}
        className="hidden"
        onChange={(event) => {
          onPictures([...(event.target.files ?? [])])
          event.target.value = ''
        }}
      />
      <input
        ref={onceFile}
        type="file"
        accept={pictureTypes}
        tabIndex={-1}
        aria-label={once.attach}
        className="hidden"
        onChange={({ target }) => {
          const [chosen] = target.files ?? []
          if (chosen) onOnce(chosen)
          target.value = ''
        }}
      />
      <ComposerField
        text={text}
        aim={aim}
        link={link}
        onText={onText}
        onSend={onSend}
        onCancelAim={onCancelAim}
        onEditLast={onEditLast}
        onPictures={onPictures}
      />
      <SendButton isEditing={aim?.kind === 'edit'} isEmpty={text.trim() === ''} onTalking={onTalking} />
    </form>
  )
}

interface SendButtonProps {
  isEditing: boolean
  isEmpty: boolean
  onTalking: () => void
}

/** Sends the words; where there are none, it takes one's voice. One button, so that it keeps the focus. */
function SendButton({ isEditing, isEmpty, onTalking }: SendButtonProps) {
  const m = useMessages(composerMessages)
  const mayTalk = isEmpty && !isEditing && canRecord()
  const written = isEditing ? m.save : m.send
  const label = mayTalk ? m.voice : written
  return (
    <button
      type={mayTalk ? 'button' : 'submit'}
      aria-label={label}
      title={label}
      disabled={!mayTalk && isEmpty}
      onClick={mayTalk ? onTalking : undefined}
      className={classNames(
        'grid size-11 flex-none place-items-center rounded-md disabled:bg-surface-2 disabled:text-text-3',
        mayTalk ? 'text-text-2 hover:bg-surface-2' : 'bg-accent text-on-accent hover:bg-accent-hover',
      )}
    >
      {mayTalk ? <Mic {...icon} /> : <Send aria-hidden="true" className="size-5" strokeWidth={2} />}
    </button>
  )
}

/** What goes along with the words, sealed like them. */
function ComposerPreview({ preview, drop }: { preview: LinkPreview; drop: () => void }) {
  const m = useMessages(composerMessages)
  return (
    <div className="flex items-center gap-3 border-b border-line py-1.5 pr-2 pl-4 lg:pl-8">
      <PreviewPicture picture={preview.picture} />
      <div role="status" className="min-w-0 flex-1 text-xs">
        <p className="truncate font-semibold">{preview.title}</p>
        <p className="truncate text-text-3">{m.preview}</p>
      </div>
      <IconButton label={m.noPreview} icon={<X aria-hidden="true" className="size-5" />} onClick={drop} />
    </div>
  )
}

/** What the words in the field are about. */
function ComposerAim({ aim: { kind, item }, onCancel }: { aim: NonNullable<Aim>; onCancel: () => void }) {
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
