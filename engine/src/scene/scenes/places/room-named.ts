// Which room the words name: by a phrase of its own, or by the building that somebody is in.
import type { AskedSubject } from '../../../prompt/asked.ts'
import { ROOMS } from '../../../prompt/lexicon/place-words.ts'
import type { PromptSpec } from '../../../prompt/spec.ts'

/** By the stems of the word, where several buildings have one drawing. */
const BY_WORD: Readonly<Record<string, string>> = {
  supermarche: 'supermarket',
  'grande surface': 'supermarket',
  'centre commercial': 'supermarket',
  'shopping mall': 'supermarket',
  pharmacie: 'pharmacy',
  drugstore: 'pharmacy',
  'pharmacie de garde': 'pharmacy',
  boulangerie: 'bakery',
  bakery: 'bakery',
  'boulangerie patisserie': 'bakery',
  'librairie papeterie': 'library',
  garage: 'garage',
  tribunal: 'court',
  'palais de justice': 'court',
  courthouse: 'court',
  aeroport: 'airport',
  airport: 'airport',
  restaurant: 'restaurant',
  resto: 'restaurant',
  cantine: 'restaurant',
  gargote: 'restaurant',
}

const BY_BUILDING: Readonly<Record<string, string>> = {
  church: 'church',
  mosque: 'mosque',
  hospital: 'hospital',
  school: 'class',
  bank: 'bank',
  'post-office': 'bank',
  'office-building': 'office',
  'department-store': 'shop',
  'airplane-departure': 'airport',
  station: 'platform',
}

/** Where somebody of a trade is met when no place is said. */
const BY_TRADE: readonly (readonly [RegExp, string])[] = [
  [/^(?:coiffeu|barbier|barber|hairdress)/, 'hairdresser'],
  [/^(?:docteur|docteresse|doctor|medecin|infirmi|nurse|chirurgien|sage femme|surgeon)/, 'hospital'],
  [/^(?:cuisini|chef cuisini|cook$|chef$)/, 'kitchen'],
  [/^(?:boulang|patissi|baker)/, 'bakery'],
  [/^(?:pharmacien|pharmacist)/, 'pharmacy'],
  [/^(?:institut|professeur|maitresse|enseignant|teacher)/, 'class'],
]

export function roomNamed({ environments, hints, subjects }: PromptSpec): string | null {
  const hint = ROOMS.find((room) => hints.has(room))
  if (hint) return hint
  for (const asked of subjects) {
    const room = asked.isBackdrop ? roomOf(asked) : undefined
    if (room) return room
  }
  if (environments.size > 0 || subjects.some(({ isBackdrop }) => isBackdrop)) return null
  const said = subjects[0]?.figure ? subjects[0].said : []
  return BY_TRADE.find(([trade]) => said.some((word) => trade.test(word)))?.[1] ?? null
}

function roomOf({ said, subject }: AskedSubject): string | undefined {
  return said.map((word) => BY_WORD[word]).find(Boolean) ?? BY_BUILDING[subject]
}
