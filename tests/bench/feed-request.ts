/** The first page of the feed as a visitor's app asks for it. */
import { feedPageParams } from '../../app/src/entities/post/feed-page.ts'

export const feedPath = `/rest/v1/feed_posts?${toSearch(feedPageParams({ isSignedIn: false, after: null }))}`

/** What the app sends beside the query, as a visitor. */
export const visitorHeaders = (anonKey: string) => ({ apikey: anonKey, authorization: `Bearer ${anonKey}` })

function toSearch(params: Record<string, string | number>): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(params)) search.append(name, String(value))
  return search.toString()
}
