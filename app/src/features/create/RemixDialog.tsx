/** 'Remix Image': somebody's picture, new words, a mode; made here or carried to the form (spec §4). */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import Shuffle from 'lucide-react/icons/shuffle'
import { useState, type KeyboardEvent } from 'react'

import { readInlineConfig } from '#data/config.ts'
import { useUserId } from '#data/session.ts'
import { originalUrl } from '#entities/image/image-source.ts'
import { Picture } from '#entities/image/Picture.tsx'
import { findPost } from '#entities/post/post-cache.ts'
import { postQueries } from '#entities/post/post-queries.ts'
import type { Post } from '#entities/post/post.ts'
import { openModal, useModalSearch } from '#entities/session/modals.ts'
import { useMessages } from '#i18n/messages.ts'
import { Avatar } from '#ui/Avatar.tsx'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { SegmentedControl } from '#ui/SegmentedControl.tsx'
import { TextArea } from '#ui/TextField.tsx'

import { addSourceImage } from './add-references.ts'
import { createMessages } from './create-messages.ts'
import { useCreateStore } from './create-store.ts'
import { CreditLine } from './CreditLine.tsx'
import type { GenerationMode } from './mode.ts'
import { requirePrompt, startGeneration } from './start-generation.ts'

export function RemixDialog({ onClose }: { onClose: () => void }) {
  const m = useMessages(createMessages)
  const { post: id = '' } = useModalSearch()
  const userId = useUserId()
  const cache = useQueryClient()
  const { data: post, isError } = useQuery({
    ...postQueries.one(id, userId),
    placeholderData: () => findPost(cache, id),
  })
  const [prompt, setPrompt] = useState('')
  const [mode, setMode] = useState<GenerationMode>('cortexia')
  const carry = useCarryToForm(post, userId)

  const openForm = () => void carry({ prompt, mode })
  const remix = async () => {
    if (!requirePrompt(prompt, m.remixRequiredText)) return
    await carry({ prompt, mode })
    void startGeneration()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void remix()
  }
  const footer = (
    <div className="grid gap-3">
      <CreditLine />
      <div className="grid grid-cols-2 gap-2 *:px-2">
        <Button size="lg" disabled={!post} onClick={openForm}>
          {m.openForm}
        </Button>
        <Button
          variant="primary"
          size="lg"
          disabled={!post}
          icon={<Shuffle aria-hidden="true" className="size-5" />}
          onClick={() => void remix()}
        >
          {m.remix}
        </Button>
      </div>
    </div>
  )
  const help = { normal: m.normalHelp, enhanced: m.enhancedHelp, cortexia: m.cortexiaHelp }
  return (
    <Dialog title={m.remixTitle} titleLang="en" onClose={onClose} footer={footer}>
      <div className="grid gap-4">
        {isError && <p role="alert">{m.sourceGone}</p>}
        {post && <Source post={post} />}
        <TextArea
          label={m.change}
          value={prompt}
          data-autofocus
          onKeyDown={onKeyDown}
          onChange={(event) => setPrompt(event.target.value)}
        />
        <div className="grid gap-1.5">
          <p className="text-sm font-semibold">{m.mode}</p>
          <SegmentedControl
            label={m.mode}
            value={mode}
            options={[
              { value: 'normal', label: m.modeNormal },
              { value: 'enhanced', label: m.modeEnhanced },
              { value: 'cortexia', label: m.modeCortexia },
            ]}
            onChange={setMode}
          />
          <p className="text-xs text-text-3">{help[mode]}</p>
        </div>
      </div>
    </Dialog>
  )
}

function Source({ post }: { post: Post }) {
  const m = useMessages(createMessages)
  return (
    <div className="flex gap-3.5">
      <Picture image={post.image} alt={post.altText} sizes="108px" className="max-h-36 w-27 flex-none rounded-img" />
      <div className="grid content-start gap-2">
        <p className="flex items-center gap-2 text-sm font-semibold">
          <Avatar id={post.creator.id} src={post.creator.avatarUrl} size="xs" />
          {m.after(post.creator.displayName)}
        </p>
        <p className="prompt line-clamp-4 text-sm">{post.prompt}</p>
      </div>
    </div>
  )
}

/** The create form opens with the prompt, the mode and the source image attached. */
function useCarryToForm(post: Post | undefined, userId: string | null) {
  const changeDraft = useCreateStore((store) => store.changeDraft)
  const setPhase = useCreateStore((store) => store.setPhase)
  return async ({ prompt, mode }: { prompt: string; mode: GenerationMode }) => {
    if (!post || userId === null) return
    setPhase({ name: 'form' })
    changeDraft({ prompt: prompt.trim() || post.prompt, chosenMode: mode, isEnhanced: false, references: [] })
    openModal('create', { post: undefined })
    await addSourceImage(originalUrl(post.image.url, readInlineConfig()?.supabaseUrl ?? ''), userId)
  }
}
