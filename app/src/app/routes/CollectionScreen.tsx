import { ChallengeView } from '#features/home-feed/challenges/ChallengeView.tsx'
import { CollectionView } from '#features/post/collections/CollectionView.tsx'
import { PagedPosts } from '#features/profile/gallery/GalleryPosts.tsx'
import { paths } from '#navigation/paths.ts'
import { useParams } from '#navigation/use-place.ts'

export function CollectionScreen() {
  const { id } = useParams(paths.collection)
  return <CollectionView key={id} id={id} Posts={PagedPosts} />
}

/** `/challenges/{id}`, which is a collection too: everybody's, for a while. */
export function ChallengeScreen() {
  const { id } = useParams(paths.challenge)
  return <ChallengeView key={id} id={id} Posts={PagedPosts} />
}
