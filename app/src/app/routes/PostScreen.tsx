import { LineageStrip } from '#features/lineage/LineageStrip.tsx'
import { PostView } from '#features/post/PostView.tsx'
import { paths } from '#navigation/paths.ts'
import { useParams } from '#navigation/use-place.ts'

export function PostScreen() {
  const { id } = useParams(paths.post)
  return <PostView key={id} id={id} Lineage={LineageStrip} />
}
