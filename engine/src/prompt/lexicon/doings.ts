/** Verbs of work and play that are drawn: what is done, how the body is seen, and which things of the sentence belong to it. */
import { wordSet } from '../tokens.ts'
import { type DoingWords, readDoing } from './doing-words.ts'
import { AFOOT } from './doings-afoot.ts'
import { AT_HAND } from './doings-at-hand.ts'
import { OF_EVERY_DAY } from './doings-of-every-day.ts'

export const DOINGS: readonly DoingWords[] = [...OF_EVERY_DAY, ...AFOOT, ...AT_HAND].map(readDoing)

/** Done in the picture with another tool, or in another way. */
export const DONE_ALIKE: ReadonlySet<string> = wordSet(
  `scie scient scier dessine dessinent dessiner dessinant seme sement semer semant sows sowing repique
  repiquent repiquer laboure labourent labourer labourant creuse creusent creuser creusant digs digging cultive cultivent
  cultiver defriche crochete crochetent crocheter crochets soude soudent souder prosterne prosternent salue saluent saluant waves waving embrasse embrassent negocie negocient crie crient
  examine examinent`,
)

/** Nouns or participles of the same letters, unless they stand where only a verb can. */
export const TWO_FACED: ReadonlySet<string> = wordSet(
  `court telephone hache boxe photographie verse fait lit cuisine braise grille grilles plante plantes pousse lave lessive forge scie note signe reprise creuse lance cuit prepare
  dejeuner diner gouter etudie peint trie pele mange brode tisse tricote selfie selfies genoux painting cooking
  farming plants washing knitting sewing cook stir push sweep`,
)

/** All of them: none is a noun with a slip. */
export const doingVerbs: ReadonlySet<string> = new Set(DOINGS.flatMap(({ verbs }) => Array.from(verbs)))
const ONLY_VERBS: ReadonlySet<string> = new Set([...doingVerbs].filter((verb) => !TWO_FACED.has(verb)))

/** A verb of these wherever it stands. */
export function isDoing(token: string): boolean {
  return ONLY_VERBS.has(token)
}
