/** Publier, and the three that the viewer has too. */
import Download from 'lucide-react/icons/download'
import MessageCircle from 'lucide-react/icons/message-circle'
import Send from 'lucide-react/icons/send'
import Share2 from 'lucide-react/icons/share-2'
import Shuffle from 'lucide-react/icons/shuffle'
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import { useEffect, useEffectEvent, useRef, useState } from 'react'

import { useUserId } from '#data/session.ts'
import { useConversationBehind } from '#entities/conversation/send-target.ts'
import type { CreatedImage, Creation } from '#entities/generation/creation.ts'
import { useDownloadMenu } from '#entities/image/download/use-download-menu.tsx'
import { ForChallenge } from '#entities/post/challenge/ForChallenge.tsx'
import { wordMoment } from '#entities/post/planned/planned-posts.ts'
import { plannedMessages } from '#entities/post/planned/planned.i18n.ts'
import { lacksUsernameStill, useLacksUsername } from '#entities/profile/username/name-author.ts'
import { useMessages } from '#i18n/messages.ts'
import { Link } from '#navigation/Link.tsx'
import { paths } from '#navigation/paths.ts'
import { buttonClass } from '#ui/button/button-class.ts'
import { Button } from '#ui/button/Button.tsx'
import { Menu } from '#ui/menu/Menu.tsx'

import { FirstPublishDialog } from './FirstPublishDialog.tsx'
import { imageActions } from './image-actions.ts'
import { settledChoices, wasAsked, type PublicationChoices } from './publication-choices.ts'
import { usePublication, type PublicationState } from './publications.ts'
import { oneTap, publishImage } from './publish-post.ts'
import { PublishDetails } from './PublishDetails.tsx'
import { resultMessages } from './result.i18n.ts'
import { WaitingPublication } from './WaitingPublications.tsx'

export interface ResultActionsProps {
  creation: Creation
  image: CreatedImage
  /** The publication that a list already knows of. */
  postId?: string | null
}

const icon = { 'aria-hidden': true, className: 'size-4.5 flex-none' } as const

export function ResultActions({ creation, image, postId = null }: ResultActionsProps) {
  const m = useMessages(resultMessages)
  const publication = usePublication(creation, image, postId)
  const [asked, setAsked] = useState<'first' | 'details' | null>(null)
  const { remix, download, share, sendInto } = imageActions(creation, image)
  const saving = useDownloadMenu({ image, prompt: creation.order.prompt, download })
  const conversation = useConversationBehind()
  const userId = useUserId() ?? ''
  const lacksUsername = useLacksUsername()
  const [isLeaving, setLeaving] = useState(false)
  const leaveFor = async (conversationId: string) => {
    setLeaving(true)
    await sendInto(conversationId)
    setLeaving(false)
  }
  const publishAs = (choices: PublicationChoices) => publishImage(creation, image, oneTap(choices))
  const publish = async () => {
    if (publication) return
    const isKnown = wasAsked() && (!lacksUsername || !(await lacksUsernameStill(userId)))
    if (isKnown) await settledChoices().then(publishAs, () => setAsked('details'))
    else setAsked('first')
  }
  usePublishKey(() => void publish())
  const publishing = useFocusOnNext(publication?.state)
  return (
    <div className="grid gap-2">
      {conversation !== null && (
        <Button
          variant="ink"
          size="lg"
          icon={<MessageCircle aria-hidden="true" className="size-5" />}
          busyLabel={isLeaving && m.sending}
          onClick={() => void leaveFor(conversation)}
        >
          {m.sendHere}
        </Button>
      )}
      {publication === undefined && <ForChallenge />}
      <div ref={publishing}>
        <Publishing publication={publication} onPublish={() => void publish()} onDetails={() => setAsked('details')} />
      </div>
      <div className="three-acts *:px-1!">
        <Button icon={<Shuffle {...icon} />} onClick={remix}>
          {m.remix}
        </Button>
        <Menu label={m.download} icon={<Download {...icon} />} items={saving.items} />
        <Button icon={<Share2 {...icon} />} onClick={share}>
          {m.share}
        </Button>
      </div>
      {saving.dialog}
      {asked === 'first' && <FirstPublishDialog onClose={() => setAsked(null)} onPublish={publishAs} />}
      {asked === 'details' && (
        <PublishDetails
          creation={creation}
          image={image}
          onClose={() => setAsked(null)}
          onPublish={(details) => publishImage(creation, image, details)}
        />
      )}
    </div>
  )
}

interface PublishingProps {
  publication: PublicationState | undefined
  onPublish: () => void
  onDetails: () => void
}

function Publishing({ publication, onPublish, onDetails }: PublishingProps) {
  const m = useMessages(resultMessages)
  const p = useMessages(plannedMessages)
  if (publication?.state === 'waiting') return <WaitingPublication writeId={publication.writeId} />
  if (publication?.state === 'planned')
    return (
      <Link
        to={paths.ownProfile}
        search={{ tab: 'drafts' }}
        className={buttonClass({ variant: 'ink', size: 'lg', wide: true })}
      >
        {p.planned(wordMoment(publication.publishAt))}
      </Link>
    )
  if (publication?.state === 'published')
    return (
      <Link
        to="/post/$id"
        params={{ id: publication.postId }}
        className={buttonClass({ variant: 'ink', size: 'lg', wide: true })}
      >
        {m.viewPost}
      </Link>
    )
  return (
    <div className="flex gap-2">
      <Button
        variant="primary"
        size="lg"
        className="flex-1"
        icon={<Send aria-hidden="true" className="size-5" />}
        busyLabel={publication !== undefined && m.publishing}
        onClick={onPublish}
      >
        {m.publish}
      </Button>
      <Button
        size="lg"
        className="w-13 px-0!"
        aria-label={m.details}
        title={m.details}
        disabled={publication !== undefined}
        onClick={onDetails}
      >
        <SlidersHorizontal aria-hidden="true" className="size-5" />
      </Button>
    </div>
  )
}

/** What was pressed is no longer there: whoever pressed it goes on with what has taken its place. */
function useFocusOnNext(state: PublicationState['state'] | undefined) {
  const area = useRef<HTMLDivElement>(null)
  const before = useRef(state)
  useEffect(() => {
    const wasUnderWay = before.current === 'publishing' || before.current === 'waiting'
    before.current = state
    if (!wasUnderWay || document.activeElement !== document.body) return
    area.current?.querySelector<HTMLElement>('a, button')?.focus({ preventScroll: true })
  }, [state])
  return area
}

/** Ctrl+Shift+P publishes the chosen picture. */
function usePublishKey(publish: () => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!event.shiftKey || !(event.ctrlKey || event.metaKey) || event.code !== 'KeyP') return
    event.preventDefault()
    publish()
  })
  useEffect(() => {
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}
