/** Places by what one is in or at: « dans sa petite cuisine », « à la bibliothèque », « at the office ». */

const INSIDE = [
  ...['le', 'la', 'l', 'un', 'une', 'son', 'sa', 'leur', 'mon', 'ma', 'notre', 'cette', 'ce', 'les', 'des'].map(
    (article) => `dans ${article}`,
  ),
  ...[
    'un petit',
    'une petite',
    'un grand',
    'une grande',
    'la petite',
    'le petit',
    'la grande',
    'le grand',
    'sa petite',
  ].map((article) => `dans ${article}`),
]
const AT = ['au', 'a la', 'a l', 'aux']
const ENGLISH = [
  'in the',
  'in a',
  'in an',
  'in his',
  'in her',
  'in their',
  'in my',
  'at the',
  'at a',
  'inside a',
  'inside the',
]

/** With any of the words that may stand before it. */
export function within(french: readonly string[], english: readonly string[] = []): string {
  const inFrench = french.flatMap((noun) => [...INSIDE, ...AT].map((before) => `${before} ${noun}`))
  return [...inFrench, ...english.flatMap((noun) => ENGLISH.map((before) => `${before} ${noun}`))].join('|')
}

/** Rooms that have a wall of their own; what they are called is a hint of the same name. */
export const ROOMS = [
  'kitchen',
  'hairdresser',
  'class',
  'garage',
  'bedroom',
  'office',
  'library',
  'palace',
  'studio',
  'metro',
  'platform',
  'coach',
  'court',
] as const

/** Read as hints beside the environment that each is in. */
export const ROOM_WORDS = {
  kitchen: `${within(['cuisine'], ['kitchen'])}|en cuisine|petite cuisine|une cuisine|cuisine moderne|cuisine equipee|kitchen`,
  hairdresser:
    'salon de coiffure|salon de tresses|hair salon|barber shop|barbershop|chez le coiffeur|chez la coiffeuse',
  class: `salle de classe|${within(['classe'], ['classroom'])}|en classe|classroom|in class`,
  garage: `${within(['garage auto', 'garage automobile'], ['car workshop'])}|chez le mecanicien|garage auto|atelier mecanique`,
  bedroom: `${within(['chambre', 'chambre a coucher'], ['bedroom'])}|chambre|chambre a coucher|chambre d enfant|bedroom`,
  office: `au bureau|dans son bureau|dans un bureau|dans le bureau|dans mon bureau|dans les bureaux|open space|in the office|in an office|in his office|in her office|at the office`,
  library: `${within(['bibliotheque'], ['library'])}|bibliotheque|library`,
  palace: `${within(['palais', 'palais royal'], ['palace'])}|salle du trone|throne room`,
  studio: `en studio|${within(['studio', 'studio d enregistrement'], ['studio', 'recording studio'])}|studio d enregistrement|recording studio`,
  metro: `${within(['metro', 'station de metro', 'rame de metro'], ['subway', 'metro'])}|en metro|station de metro|quai du metro|couloir du metro`,
  platform: `${within(['gare', 'gare ferroviaire', 'gare de train'], ['train station', 'railway station'])}|quai de gare|quai de la gare|sur le quai de la gare|gare de train|gare ferroviaire|on the train platform|railway station`,
  court: `${within(['tribunal', 'palais de justice'], ['courtroom', 'courthouse'])}|courtroom|salle d audience`,
  coach: `${within(['bus', 'autobus', 'car scolaire', 'train', 'tramway'])}|on the bus|on a bus|in the bus|on the train|on a train|in the train`,
} as const satisfies Readonly<Record<(typeof ROOMS)[number], string>>

/** Out of doors: by the environment that each is a kind of. */
export const GROUND_WORDS = {
  port: `${within(['port', 'port autonome'], ['port', 'harbour', 'harbor'])}|sur le port|port|harbour|harbor|quai du port|les quais|docks`,
  fishing: `${within(['port de peche', 'quai de peche'], ['fishing port', 'fishing harbour'])}|port de peche|quai de peche|fishing port|fishing harbour`,
  balcony: `${within(['balcon'], ['balcony'])}|sur le balcon|sur son balcon|sur un balcon|sur mon balcon|a son balcon|balcon|balcony|on the balcony|on a balcony|on her balcony|on his balcony`,
  span: 'sur le pont|sur un pont|sur le grand pont|sur le pont de lagos|on the bridge|on a bridge',
  fuel: `${within(['station service', 'station essence', 'pompe a essence'], ['gas station', 'petrol station'])}|station service|gas station|petrol station`,
  jam: `${within(['embouteillage', 'embouteillages', 'bouchons'], ['traffic jam', 'traffic'])}|embouteillage|embouteillages|traffic jam|stuck in traffic|coince dans les bouchons`,
  crossing: `${within(['carrefour', 'feu rouge', 'rond point'], ['crossroads'])}|carrefour|passage pieton|crosswalk|feu rouge|traffic light`,
  club: `boite de nuit|night club|nightclub|discotheque|piste de danse|dance floor|dancefloor|en boite|${within(['boite de nuit'], ['club', 'nightclub'])}`,
  quarter: `${within(['quartier'], ['neighbourhood', 'neighborhood'])}|quartier populaire|rue du quartier|bidonville`,
  graves: `${within(['cimetiere'], ['cemetery', 'graveyard'])}|cimetiere|cemetery|graveyard`,
  playground: `${within(['aire de jeux', 'aire de jeu'], ['playground'])}|aire de jeux|aire de jeu|playground`,
  park: within(['parc', 'parc public', 'jardin public'], ['park']),
  farm: `${within(['ferme', 'poulailler'], ['farm', 'farmyard'])}|basse cour`,
  basin: `${within(['piscine'], ['pool', 'swimming pool'])}|au bord de la piscine|au bord d une piscine|piscine|swimming pool|by the pool`,
  site: `${within(['chantier'], ['construction site', 'building site'])}|sur le chantier|sur un chantier|sur son chantier|chantier|construction site|building site`,
  maize: 'champ de mais|champs de mais|corn field|cornfield|maize field|plantation de mais',
  cotton: 'champ de coton|champs de coton|cotton field|plantation de coton',
  yams: 'champ d igname|champ d ignames|champ de manioc|champs d ignames|yam field|cassava field|buttes d igname|champ de patates',
  cocoa:
    'plantation de cacao|champ de cacao|cacaoyer|cacaoyere|cocoa plantation|cocoa farm|plantation de cafe|cacaotier|champ de cafe',
  rice: 'riziere|rice field|champ de riz|rice paddy|paddy field',
} as const
