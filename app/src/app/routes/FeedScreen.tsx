import { HomeFeed } from '#features/home-feed/HomeFeed.tsx'
import { usePageTitle } from '#ui/screen/use-page-title.ts'

export function FeedScreen() {
  usePageTitle(null)
  return <HomeFeed />
}
