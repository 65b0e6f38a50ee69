/** Publier, and the three that the viewer has too. */
import { useQueryClient } from '@tanstack/react-query'
import Download from 'lucide-react/icons/download'
import Send from 'lucide-react/icons/send'
import Share2 from 'lucide-react/icons/share-2'
import Shuffle from 'lucide-react/icons/shuffle'

import { DataError } from '#data/rest.ts'
import { postKeys } from '#entities/post/post-cache.ts'
import { currentMessages, useMessages } from '#i18n/messages.ts'
import { Link } from '#navigation/Link.tsx'
import { navigate } from '#navigation/place.ts'
import { buttonClass } from '#ui/button-class.ts'
import { Button } from '#ui/Button.tsx'
import { toast } from '#ui/toast.ts'

import { createMessages } from './create-messages.ts'
import { useCreateStore, type Creation } from './create-store.ts'
import { publishPost } from './generation-api.ts'
import { useResultActions } from './use-result-actions.ts'

export interface ResultActionsProps {
  creation: Creation
  userId: string
}

export function ResultActions({ creation, userId }: ResultActionsProps) {
  const m = useMessages(createMessages)
  const publish = usePublish(creation, userId)
  const { remix, download, share } = useResultActions(creation)
  const { publication } = creation
  return (
    <div className="flex flex-wrap-reverse gap-2 lg:justify-between">
      <div className="grid flex-1 basis-80 grid-cols-3 gap-2 *:px-2 lg:max-w-104">
        <Button icon={<Shuffle aria-hidden="true" className="size-4.5" />} onClick={remix}>
          {m.remix}
        </Button>
        <Button icon={<Download aria-hidden="true" className="size-4.5" />} onClick={download}>
          {m.download}
        </Button>
        <Button icon={<Share2 aria-hidden="true" className="size-4.5" />} onClick={share}>
          {m.share}
        </Button>
      </div>
      <div className="flex-1 basis-64 lg:max-w-80">
        {publication.state === 'published' ? (
          <Link
            to="/post/$id"
            params={{ id: publication.postId }}
            className={buttonClass({ variant: 'ink', size: 'lg', wide: true })}
          >
            {m.viewPost}
          </Link>
        ) : (
          <Button
            variant="primary"
            size="lg"
            wide
            icon={<Send aria-hidden="true" className="size-5" />}
            busyLabel={publication.state === 'publishing' && m.publishing}
            onClick={() => void publish()}
          >
            {m.publish}
          </Button>
        )}
      </div>
    </div>
  )
}

function usePublish(creation: Creation, userId: string) {
  const cache = useQueryClient()
  const setPublication = useCreateStore((store) => store.setPublication)
  return async () => {
    const m = currentMessages(createMessages)
    const [imageUrl] = creation.result.images
    const { engine, generation_id: generationId } = creation.result.metadata
    if (imageUrl === undefined) return
    setPublication({ state: 'publishing' })
    try {
      const metadata = { engine, generationId }
      const id = await publishPost({ creatorId: userId, prompt: creation.prompt, imageUrl, metadata })
      setPublication({ state: 'published', postId: id })
      void cache.invalidateQueries({ queryKey: postKeys.lists })
      const view = { label: m.view, onPress: () => navigate({ to: '/post/$id', params: { id } }) }
      toast({ title: m.published, action: view })
    } catch (error) {
      setPublication({ state: 'none' })
      const description = error instanceof DataError && error.status === 0 ? m.network : m.failed
      toast({ title: m.publishFailure, description, tone: 'danger' })
    }
  }
}
