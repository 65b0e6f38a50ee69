/** Names of towns and countries, and which side of them: told where the scene is another one, and missed by nobody who looks at it. */
import type { Match } from '../../match.ts'
import { wordSet } from '../../tokens.ts'
import type { Mention } from '../mentions/mention.ts'

const NAMED =
  wordSet(`paris montmartre provence normandie bretagne brittany toscane tuscany irlande islande iceland norvege laponie sahara
  afrique africa kenya burkina mali niger senegal benin togo egypte egypt japon japan abidjan dakar lagos cotonou accra lome bamako ouagadougou
  conakry douala yaounde kinshasa brazzaville libreville nairobi cocody yopougon treichville adjame montreal quebec toronto ottawa bruxelles
  lyon marseille geneve marrakech istanbul bagdad djenne tombouctou timbuktu agadez fes tokyo manhattan kyoto ganvie goree assinie tenere
  nord sud ouest north south west`)
const TOWARDS = wordSet('a au aux en in at vers')

/** « au nord du Bénin », « …, Paris », « à Ouidah »; no name of a thing or of somebody. */
export function isPlaceName({ at, length, kind, isHead }: Mention, { tokens }: Pick<Match, 'tokens'>): boolean {
  if (isHead || length > 1) return false
  return NAMED.has(tokens[at]!) || (kind === 'name' && TOWARDS.has(tokens[at - 1] ?? ''))
}
