/** `search_references`: public posts of our own feed that answer a query. */
import { SearchReferencesRequest, type SearchReferencesResult } from '../../_shared/contract/src/index.ts'
import { detectLanguage } from '../../_shared/intelligence/rules/language.ts'
import { parseRequest } from '../../_shared/parse-request.ts'
import type { Call } from '../call.ts'
import { findReferences } from '../search/find-references.ts'

const examples = {
  fr: ['coucher de soleil sur la lagune', 'motif wax bleu', 'portrait à l’aquarelle'],
  en: ['sunset over the lagoon', 'blue wax pattern', 'watercolour portrait'],
} as const

export async function searchReferences({ asker }: Call, body: unknown): Promise<SearchReferencesResult> {
  const { query, category, language: hint } = parseRequest(SearchReferencesRequest, body)
  const language = detectLanguage(query, hint)
  const found = await findReferences({ query, category, client: asker.client })
  return {
    source: 'rules',
    language,
    warnings: [],
    suggested_references: found,
    example_queries: found.length > 0 ? [] : [...examples[language]],
  }
}
