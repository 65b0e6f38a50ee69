/** `search_by_meaning`: « félin » finds cats and lions. The lexicon reads the words, the database finds what the caller may see. */
import { wantedBy } from '@product/engine/language'

import { SearchByMeaningRequest, type SearchByMeaningResult } from '../../_shared/contract/src/index.ts'
import { parseRequest } from '../../_shared/parse-request.ts'
import { callRpc } from '../../_shared/rpc.ts'
import type { Call } from '../call.ts'
import { requirePerson } from '../person.ts'

export async function searchByMeaning({ asker }: Call, body: unknown): Promise<SearchByMeaningResult> {
  const { query } = parseRequest(SearchByMeaningRequest, body)
  const { client } = requirePerson(asker, 'User must be authenticated')
  const wanted = wantedBy(query).map(({ exact, near, word }) => ({ exact: [...exact], near: [...near], word }))
  if (!wanted.some(({ exact }) => exact.length > 0)) return { posts: [] }
  const found = await callRpc(client, 'search_posts_by_meaning', { query, wanted })
  return {
    posts: found.map(({ id, image_url, width, height, thumbhash, alt_text, prompt, rating }) => {
      return { id, image_url, width, height, thumbhash, alt_text, prompt, rating }
    }),
  }
}
