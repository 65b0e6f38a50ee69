/** « Chercher par image ou dessin »: what is drawn or chosen, and the publications whose colours and places are near. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import Eraser from 'lucide-react/icons/eraser'
import ImageUp from 'lucide-react/icons/image-up'
import { useRef, useState } from 'react'

import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { Spinner } from '#ui/feedback/Spinner.tsx'
import { toast } from '#ui/toast/toast.ts'

import { PostsAtAGlance } from '../results/FoundPosts.tsx'
import { searchQueries } from '../search-queries.ts'
import { DrawingPad } from './DrawingPad.tsx'
import { lookMessages } from './look.i18n.ts'
import { lookOf, type Look } from './look.ts'

const icon = { 'aria-hidden': true, className: 'size-4.5' } as const

export function LookDialog({ onClose }: { onClose: () => void }) {
  const m = useMessages(lookMessages)
  const [look, setLook] = useState<Look | null>(null)
  const pad = useRef<HTMLCanvasElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const clear = () => {
    const sheet = pad.current
    sheet?.getContext('2d')?.clearRect(0, 0, sheet.width, sheet.height)
    setLook(null)
  }
  const show = async (file: File) => {
    try {
      const picture = await createImageBitmap(file)
      const sheet = pad.current
      clear()
      sheet?.getContext('2d')?.drawImage(picture, 0, 0, sheet.width, sheet.height)
      setLook(lookOf(picture))
    } catch {
      toast({ title: m.notRead, tone: 'danger' })
    }
  }
  return (
    <Dialog title={m.title} onClose={onClose} size="md" tall back={{ label: m.back, onPress: onClose }}>
      <div className="grid gap-4">
        <p className="text-sm text-text-2">{m.about}</p>
        <DrawingPad sheet={pad} onDrawn={() => setLook(pad.current && lookOf(pad.current))} />
        <div className="flex flex-wrap gap-2">
          <Button icon={<ImageUp {...icon} />} onClick={() => input.current?.click()}>
            {m.choose}
          </Button>
          <Button variant="ghost" icon={<Eraser {...icon} />} disabled={look === null} onClick={clear}>
            {m.clear}
          </Button>
          <input
            ref={input}
            type="file"
            accept="image/*"
            tabIndex={-1}
            aria-label={m.choose}
            className="hidden"
            onChange={(event) => {
              const [file] = event.target.files ?? []
              if (file) void show(file)
              event.target.value = ''
            }}
          />
        </div>
        {look !== null && <Near look={look} />}
      </div>
    </Dialog>
  )
}

function Near({ look }: { look: Look }) {
  const m = useMessages(lookMessages)
  const {
    data: posts,
    isError,
    refetch,
  } = useQuery({ ...searchQueries.byLook(look), placeholderData: keepPreviousData })
  if (isError)
    return (
      <div role="alert" className="flex items-center gap-3 text-sm">
        {m.failed}
        <Button size="sm" onClick={() => void refetch()}>
          {m.retry}
        </Button>
      </div>
    )
  if (!posts) return <Spinner className="mx-auto" />
  if (posts.length === 0) return <EmptyState title={m.none} text={m.noneText} />
  return (
    <section aria-label={m.near} className="grid gap-2">
      <p role="status" className="font-semibold">
        {m.found(posts.length)}
      </p>
      <PostsAtAGlance posts={posts} />
    </section>
  )
}
