import type { Composition, Mood, Season, TimeOfDay, Weather } from '../spec.ts'

export const timeWords: Readonly<Record<TimeOfDay, string>> = {
  dawn: 'aube|dawn|aurore|lever de soleil|lever du soleil|leve de soleil|leve du soleil|sunrise|petit matin|matin|morning|lever du jour|point du jour',
  day: 'jour|day|midi|noon|ensoleille|ensoleillee|daylight|plein jour|journee|apres midi|plein soleil',
  sunset: `coucher de soleil|coucher du soleil|couche de soleil|couche du soleil|couchee de soleil|soleil qui se couche
    |sunset|couchant|soleil couchant|heure doree|golden hour|crepuscule dore|setting sun`,
  dusk: 'crepuscule|dusk|twilight|heure bleue|blue hour|soir|evening|soiree|entre chien et loup|tombee de la nuit|nightfall',
  night: 'nuit|night|nocturne|minuit|midnight|etoilee|nocturnal|clair de lune|moonlit|nuit tombee|by night',
}

export const weatherWords: Readonly<Record<Weather, string>> = {
  rain: 'pluie|rain|pluvieux|rainy|averse|pleut|mouille|raining|mousson|monsoon|saison des pluies',
  snow: 'neige|snow|enneige|enneigee|snowy|flocon|snowfall|hivernal',
  mist: 'brume|brouillard|mist|fog|misty|foggy|brumeux|brumeuse|vapeur',
  storm: 'orage|storm|tempete|eclair|lightning|foudre|thunder|orageux|tonnerre|stormy|tornade',
  wind: 'vent|wind|venteux|windy',
  overcast: 'nuageux|couvert|overcast|cloudy|temps gris|ciel gris|grey sky|gray sky',
  harmattan: 'harmattan|poussiere|dust|dusty|poussiereux|poussiereuse|sandstorm|tempete de sable|vent de sable',
}

export const seasonWords: Readonly<Record<Season, string>> = {
  spring: 'printemps|spring|printanier|printaniere',
  summer: 'ete|summer|estival|estivale',
  autumn: 'automne|autumn|fall|automnal|automnale|feuilles mortes',
  winter: 'hiver|winter|hivernal|noel|christmas',
}

export const moodWords: Readonly<Record<Mood, string>> = {
  calm: `calme|paisible|serein|sereine|peaceful|calm|zen|tranquille|quiet|silence|meditation|harmonie|harmony|relaxant
    |serenite|serenity`,
  joy: `joie|joyeux|joyeuse|happy|joy|bonheur|festif|festive|fete|party|gai|rire|celebration|carnaval|carnival|festival
    |anime|animee|bustling|ambiance`,
  sad: `triste|tristesse|sad|melancolie|melancolique|melancholy|nostalgie|nostalgique|solitude|seul|seule|alone|lonely
    |solitaire`,
  dark: `sombre|dark|inquietant|inquietante|creepy|horreur|horror|hante|haunted|mysterieux|mysterieuse|mysterious|mystere
    |gothique|gothic|cauchemar`,
  romantic: 'romantique|romantic|amour|love|tendresse|passion|tendre',
  hope: 'espoir|hope|liberte|freedom|lumineux|lumineuse|luminous|bright|lumiere|light|inspiration',
  epic: `epique|epic|grandiose|majestueux|majestueuse|majestic|spectaculaire|dramatique|dramatic|puissance|power`,
  warm: 'chaud|chaude|warm|chaleur|chaleureux|chaleureuse',
  cold: 'froid|froide|cold|glacial|glaciale|glace|ice|gele|frozen',
  magic: 'magique|magic|magical|feerique|enchante|enchantee|conte|conte de fee|fairytale|fee|merveilleux|mystique',
}

export const compositionWords: Readonly<Record<Composition, string>> = {
  wide: 'panorama|panoramique|vaste|immense|large|wide|grand angle',
  close: 'gros plan|close up|macro|detail',
  symmetry: 'symetrique|symetrie|symmetrical|centre|centered',
  'low-angle': 'contre plongee|low angle',
  empty: 'espace negatif|negative space|vide',
}
