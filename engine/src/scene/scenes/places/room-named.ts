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

export function roomNamed({ hints, subjects }: PromptSpec): string | null {
  const said = ROOMS.find((room) => hints.has(room))
  if (said) return said
  for (const asked of subjects) {
    const room = asked.isBackdrop ? roomOf(asked) : undefined
    if (room) return room
  }
  return null
}

function roomOf({ said, subject }: AskedSubject): string | undefined {
  return said.map((word) => BY_WORD[word]).find(Boolean) ?? BY_BUILDING[subject]
}
