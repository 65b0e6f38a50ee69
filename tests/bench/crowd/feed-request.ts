/** Pages of the feed as the app asks for them. */
import { feedPageQuestion, type FeedPageRequest } from '../../../app/src/entities/post/feed/feed-page.ts'

export const feedPathOf = (request: FeedPageRequest) =>
  `/rest/v1/feed_posts?${toSearch(feedPageQuestion(request).params)}`

/** A visitor's first page. */
export const feedPath = feedPathOf({ isSignedIn: false, after: null })

/** What the app sends beside the query, as a visitor. */
export const visitorHeaders = (anonKey: string) => ({ apikey: anonKey, authorization: `Bearer ${anonKey}` })

/** The same, signed in. */
export const memberHeaders = (apikey: string, token: string) => ({ apikey, authorization: `Bearer ${token}` })

function toSearch(params: Readonly<Record<string, unknown>>): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(params)) search.append(name, String(value))
  return search.toString()
}
