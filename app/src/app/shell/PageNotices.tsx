import { OfflineBanner } from './OfflineBanner.tsx'
import { WaitingPublications } from './WaitingPublications.tsx'

/** What lies over every page: the network is gone, and what waits for it. */
export function PageNotices() {
  return (
    <>
      <OfflineBanner />
      <WaitingPublications />
    </>
  )
}
