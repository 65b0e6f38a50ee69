/** The viewer of a published picture: `?modal=viewer&post={id}`, over the list that it came from. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'

import { useUserId } from '#data/session.ts'
import { openCreateForm } from '#entities/generation/create-intent.ts'
import type { ComparedImage } from '#entities/image/CompareDialog.tsx'
import { ImageViewer } from '#entities/image/viewer/ImageViewer.tsx'
import { hiddenWords } from '#entities/post/hidden-words.ts'
import { altOf } from '#entities/post/images/alt-of.ts'
import { hasOwnAlt } from '#entities/post/images/own-alt.ts'
import { asShown, imageNumber, imagesOf, saidNumber } from '#entities/post/images/shown-image.ts'
import { findPost, listOf } from '#entities/post/one/cached-posts.ts'
import { onePost } from '#entities/post/one/one-post.ts'
import { postMessages } from '#entities/post/post.i18n.ts'
import type { Post } from '#entities/post/post.ts'
import { usePostActions } from '#entities/post/use-post-actions.ts'
import { useModalSearch } from '#entities/session/modals.ts'
import { useMessages, defineMessages } from '#i18n/messages.ts'
import { changeSearch, getPlace } from '#navigation/place.ts'
import { lazy } from '#ui/lazy.ts'

const AltDialog = lazy(async () => (await import('#entities/post/images/AltText.tsx')).AltDialog)
const CompareDialog = lazy(async () => (await import('#entities/image/CompareDialog.tsx')).CompareDialog)

export function ViewerDialog({ onClose }: { onClose: () => void }) {
  const { post: id = '', shown } = useModalSearch()
  const cache = useQueryClient()
  const { data: post } = useQuery({
    ...onePost(id, useUserId()),
    placeholderData: () => findPost(cache, id),
  })
  return post ? <PostViewer post={asShown(post, shown)} list={listOf(cache, id)} onClose={onClose} /> : null
}

interface PostViewerProps {
  post: Post
  list: readonly Post[]
  onClose: () => void
}

function PostViewer({ post, list, onClose }: PostViewerProps) {
  const m = useMessages(viewerMenuMessages)
  const p = useMessages(postMessages)
  const hasWords = post.prompt !== hiddenWords
  const { share, download, remix } = usePostActions(post)
  const [compared, setCompared] = useState<readonly [ComparedImage, ComparedImage] | null>(null)
  const [isAltShown, setAltShown] = useState(false)
  const index = list.findIndex(({ id }) => id === post.id)
  const neighbour = list[index + 1] ?? list[index - 1]
  const go = (next: number) => {
    const wanted = list[next]
    if (wanted) changeSearch({ post: wanted.id }, { replace: true, state: getPlace().state })
  }
  const images = imagesOf(post)
  const among = {
    index: imageNumber(post, post.shown) - 1,
    images,
    onGo: (next: number) => changeSearch({ shown: saidNumber(next + 1) }, { replace: true, state: getPlace().state }),
  }
  const inList = index < 0 ? undefined : { index, images: list.map(({ image }) => image), onGo: go }
  const labelled = (one: Post): ComparedImage => ({ ...one.image, label: altOf({ ...one, altText: one.prompt }, p) })
  const takeSettings = () => openCreateForm({ prompt: post.prompt, size: post.image, remixOf: null })
  const more = [
    ...(hasWords ? [{ label: m.useSettings, onPress: takeSettings }] : []),
    {
      label: m.asReference,
      onPress: () =>
        openCreateForm({ references: { pictures: [{ url: post.image.url, postId: post.id }], manner: 'add' } }),
    },
    {
      label: m.compare,
      isDisabled: !neighbour,
      onPress: () => neighbour && setCompared([labelled(post), labelled(neighbour)]),
    },
    ...(hasOwnAlt(post) ? [{ label: m.alt, onPress: () => setAltShown(true) }] : []),
  ]
  return (
    <>
      <ImageViewer
        image={post.image}
        prompt={hasWords ? post.prompt : ''}
        alt={altOf(post, p)}
        place={images.length > 1 ? among : inList}
        more={more}
        onClose={onClose}
        remix={remix}
        download={download}
        share={share}
      />
      {isAltShown && (
        <Suspense>
          <AltDialog text={post.altText} onClose={() => setAltShown(false)} />
        </Suspense>
      )}
      {compared && (
        <Suspense>
          <CompareDialog images={compared} onClose={() => setCompared(null)} />
        </Suspense>
      )}
    </>
  )
}

const viewerMenuMessages = defineMessages({
  fr: {
    useSettings: 'Utiliser les réglages',
    asReference: 'Définir comme référence',
    compare: 'Comparer avec la suivante',
    alt: 'Texte alternatif',
  },
  en: {
    useSettings: 'Use the settings',
    asReference: 'Use as a reference',
    compare: 'Compare with the next one',
    alt: 'Alternative text',
  },
})
