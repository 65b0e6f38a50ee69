import { PostFeed } from '#features/home-feed/PostFeed.tsx'
import { tagMessages } from '#features/home-feed/tag/tag.i18n.ts'
import { TagHeader } from '#features/home-feed/tag/TagHeader.tsx'
import { useMessages } from '#i18n/messages.ts'
import { paths } from '#navigation/paths.ts'
import { useParams } from '#navigation/use-place.ts'
import { usePageTitle } from '#ui/screen/use-page-title.ts'

/** `/tag/{tag}`: everything under one hashtag, newest first. */
export function TagScreen() {
  const m = useMessages(tagMessages)
  const { tag } = useParams(paths.tag)
  usePageTitle(`#${tag}`)
  return (
    <>
      <TagHeader key={tag} tag={tag} />
      <PostFeed key={`feed ${tag}`} list={{ tab: 'tag', tag }} label={m.list(tag)} />
    </>
  )
}
