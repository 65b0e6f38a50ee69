import { CollectionView } from '#features/post/collections/CollectionView.tsx'
import { PagedPosts } from '#features/profile/gallery/GalleryPosts.tsx'
import { paths } from '#navigation/paths.ts'
import { useParams } from '#navigation/use-place.ts'

export function CollectionScreen() {
  const { id } = useParams(paths.collection)
  return <CollectionView key={id} id={id} Posts={PagedPosts} />
}
