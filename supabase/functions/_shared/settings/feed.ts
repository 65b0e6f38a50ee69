/** What an operator decides about the feed. */
import { area, whole } from './reader.ts'

export const feedSettings = {
  digestSeconds: {
    name: 'FEED_DIGEST_SECONDS',
    form: whole(0, 600, 'seconds'),
    default: 30,
    words: 'How often at most everybody who has the feed open is told that there is something new.',
  },
}

export const feedArea = area({ title: 'The feed', settings: feedSettings })
