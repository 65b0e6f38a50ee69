/** Words whose drawing is only like the thing itself (`similar`), or only hints at it (`symbol`), by kind of meaning. */
import { stem, toTokens } from '../tokens.ts'

const similarWords: Readonly<Record<string, string>> = {
  object: `homme|man|men|people|gens|personne|voyageur|marcheur|chien|dog|chiot|puppy|husky|elan|renne|gazelle|antilope|antelope|impala
    |koba|taxi|gondole|kayak|canoe|palais|palace|citadelle|forteresse|temple|poney|ferme|farm|villa|van|fourgon|navire|ship|danseuse|dancer
    |lionne|lioness|fauve|orque|cachalot|mariage|wedding|maries|tata|tata somba|grenier a mil|fromager|kapokier|ceiba|kapok tree|arbre geant`,
  element: `mouette|seagull|goeland|hirondelle|swallow|colombe|dove|corbeau|raven|heron|pelican|flamant|flamingo|ibis|aigrette|orchidee|orchid
    |hibiscus|bougainvillier|frangipanier|manguier|mango tree|flamboyant|karite|neem|olivier|olive tree|pommier|chene|oak|platane
    |bananier|banana tree|ronier|jacaranda|amandier|cruche|poterie|pottery|canari`,
  environment: `vignoble|vineyard|vigne|riziere|rice field|plantation|coton|mil|millet|sorgho|champ de mais|fjord|glacier|bayou|barrage|maquis
    |guinguette|terrasse|terrace|kente|bogolan|faso dan fani|boulevard|avenue|carrefour|embouteillage|traffic jam|mosquee|mosque|souk|bazar|bazaar`,
}

const symbolWords: Readonly<Record<string, string>> = {
  object: `enfant|child|children|kid|garcon|boy|woman|women|femme|fille|girl|princesse|reine|roi|berger|peul|shepherd|marchande|commercante
    |vendeuse|maman|mere|grand mere|griot|vieillard|moine|samourai|samurai|guerrier|pelerin|heros|personnage|pecheur|fisherman|fishermen
    |piroguier|ballon|danse|dance|coccinelle|egypte|egypt|gizeh|fang|baoule|gelede|senoufo|dogon|gouro`,
  element: 'nouvel an|new year|jour de l an|saint sylvestre|carnaval|carnival|bougie|candle|terre|earth|pot',
  environment: `vendeuse|vendeuse de fruits|marchande de fruits|boubou|visage|face|buste|profil|profile|portrait|bedouin|touareg|caravane
    |new york|tokyo|manhattan|pont houphouet boigny|aquarium|plongee|forme|shape|extraterrestre|energie|energy|veillee`,
}
type LooseGrade = 'similar' | 'symbol'

const loose: ReadonlyMap<string, LooseGrade> = new Map([
  ...keysOf(similarWords, 'similar'),
  ...keysOf(symbolWords, 'symbol'),
])

function keysOf(byKind: Readonly<Record<string, string>>, grade: LooseGrade): [string, LooseGrade][] {
  return Object.entries(byKind).flatMap(([kind, phrases]) =>
    phrases.split('|').map((phrase): [string, LooseGrade] => [keyOf(kind, phrase), grade]),
  )
}

function keyOf(kind: string, phrase: string): string {
  return `${kind}:${toTokens(phrase.trim()).map(stem).join(' ')}`
}

/** Null for the thing itself. */
export function looseGrade(kind: string, word: string): LooseGrade | null {
  return loose.get(keyOf(kind, word)) ?? null
}
