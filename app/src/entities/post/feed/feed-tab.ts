/** Which list the feed shows: what the address says, else what this device showed last. */
import type { FeedTab } from './post-list.ts'

const memberTabs = ['for_you', 'following', 'latest', 'trending'] as const satisfies readonly FeedTab[]
const visitorTabs = ['trending', 'latest'] as const satisfies readonly FeedTab[]
const storageKey = 'cortexia.feed-tab'

export function feedTabs(isSignedIn: boolean): readonly FeedTab[] {
  return isSignedIn ? memberTabs : visitorTabs
}

/** Newest first until somebody chooses (spec §7): no score comes between people before they have asked for one. */
export function feedTabOf(address: string | undefined, isSignedIn: boolean): FeedTab {
  const offered = feedTabs(isSignedIn)
  const wanted = [address, localStorage.getItem(storageKey)]
  return wanted.flatMap((tab) => offered.find((one) => one === tab) ?? [])[0] ?? 'latest'
}

export function rememberFeedTab(tab: FeedTab): void {
  localStorage.setItem(storageKey, tab)
}
