import Ellipsis from 'lucide-react/icons/ellipsis'
import { Suspense, useRef, useState } from 'react'

import { useUserId } from '#data/session.ts'
/** « ⋯ » of a post: its author changes it, others put it aside or report it. */
import { hiddenWords } from '#entities/post/hidden-words.ts'
import { OwnPostSteps, useOwnPostItems, type OwnPostStep } from '#entities/post/own/OwnPostSteps.tsx'
import { usePostActions } from '#entities/post/use-post-actions.ts'
import { usePersonActions } from '#entities/profile/use-person-actions.ts'
import { openModal } from '#entities/session/modals.ts'
import { useMessages } from '#i18n/messages.ts'
import { lazy } from '#ui/lazy.ts'
import { Menu, type MenuItem } from '#ui/menu/Menu.tsx'
import { toast } from '#ui/toast/toast.ts'

import { leavePost } from '../neighbours.ts'
import type { PagePost } from '../page-queries.ts'
import { postScreenMessages } from '../post-screen.i18n.ts'

const WhyDialog = lazy(async () => (await import('#entities/post/WhyDialog.tsx')).WhyDialog)

const undoMs = 6000

export function PostMenu({ post }: { post: PagePost }) {
  const m = useMessages(postScreenMessages)
  const userId = useUserId()
  const isMine = userId === post.creator.id
  const [step, setStep] = useState<'why' | OwnPostStep | null>(null)
  const button = useRef<HTMLSpanElement>(null)
  const close = () => setStep(null)
  const { copyLink, copyPrompt, download } = usePostActions(post)
  const own = useOwnPostItems(post, post.details ? post.details.pinnedRank !== null : undefined, setStep)
  const others = useOthersItems(post)
  const items: MenuItem[] = [
    { label: m.copyLink, onPress: copyLink },
    ...(post.prompt === hiddenWords ? [] : [{ label: m.copyPrompt, onPress: copyPrompt }]),
    { label: m.download, onPress: () => download() },
    { label: m.collect, onPress: () => openModal('collections', { post: post.id }) },
    { label: m.why, onPress: () => setStep('why') },
    // Without their signs, as the others here.
    ...(isMine ? own.map(({ label, isDisabled = false, onPress }) => ({ label, isDisabled, onPress })) : others),
  ]
  return (
    <span ref={button}>
      <Menu
        label={m.more}
        icon={<Ellipsis aria-hidden="true" className="size-5.5" strokeWidth={1.75} />}
        iconOnly
        items={items}
      />
      {step === 'why' && (
        <Suspense>
          <WhyDialog post={post} onClose={close} />
        </Suspense>
      )}
      {step !== null && step !== 'why' && (
        <OwnPostSteps step={step} post={post} anchorOf={() => button.current} onClose={close} onDeleted={leavePost} />
      )}
    </span>
  )
}

function useOthersItems(post: PagePost): MenuItem[] {
  const m = useMessages(postScreenMessages)
  const { creator } = post
  const { hide, report } = usePostActions(post)
  const { mute, block } = usePersonActions({
    id: creator.id,
    username: creator.username,
    display_name: creator.displayName,
    avatar_url: creator.avatarUrl,
  })
  const name = creator.username === null ? creator.displayName : `@${creator.username}`
  const putAside = () => {
    hide()
    toast({ title: m.hidden, action: { label: m.undo, onPress: () => hide(false) }, duration: undoMs })
    leavePost()
  }
  const give = () => openModal('tip', { user: creator.id, post: post.id })
  return [
    ...(creator.isDemo ? [] : [{ label: m.tip, onPress: give }]),
    { label: m.hide, onPress: putAside },
    { label: m.mute(name), onPress: mute },
    { label: m.block(name), onPress: block },
    { label: m.report, onPress: report },
  ]
}
