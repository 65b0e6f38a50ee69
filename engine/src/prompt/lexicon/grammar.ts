import type { Position } from '../asked.ts'
import { GROUND_WORDS, ROOM_WORDS, within } from './place-words.ts'

export const countWords: Readonly<Record<string, string>> = {
  1: 'un|une|a|an|one|seul|seule|solitaire|single',
  2: 'deux|two|paire|pair|2',
  3: 'trois|three|3',
  4: 'quatre|four|4',
  5: 'cinq|five|5',
  6: 'six|6',
  7: `plusieurs|several|many|nombreux|nombreuse|multitude|beaucoup|nuee|troupeau|flock|herd|group|groupe|colonie|sept
    |seven|7`,
  8: 'huit|eight|8',
  9: 'neuf|nine|9',
  10: 'dix|ten|10|dizaine',
  11: 'onze|eleven|11',
  12: 'douze|twelve|12|douzaine',
  13: 'treize|thirteen|13',
  14: 'quatorze|fourteen|14',
  15: 'quinze|fifteen|15|quinzaine',
  20: 'vingt|twenty|20|vingtaine|trente|thirty|30|trentaine|quarante|cinquante|cinquantaine|cent|hundred|100|centaine|mille',
}

export const negationWords: Readonly<Record<'without', string>> = {
  without: 'sans|without|no|pas de|pas d|aucun|aucune|ni|not|exclure|except|sauf|jamais de|zero',
}

export const positionWords: Readonly<Record<Position, string>> = {
  left: 'a gauche|left|on the left',
  right: 'a droite|right|on the right',
  centre: 'au centre|au milieu|center|middle',
  far: 'au loin|lointain|distance|far|en arriere plan|background|a l horizon|horizon',
  front: 'au premier plan|premier plan|foreground',
}

export const BUS_STATIONS = `${within(['gare routiere', 'gare de bus', 'autogare'], ['bus station'])}|gare routiere|autogare|bus station|gare de gbakas|gare de bus`
export const ROOFTOPS =
  'toit terrasse|sur le toit terrasse|sur un toit terrasse|sur le toit terrasse d un immeuble|sur la terrasse d un immeuble|terrasse sur le toit|sur le toit d un immeuble|sur le toit de l immeuble|rooftop|roof terrace|sur un rooftop'

/** Finer meanings, read by single scenes. */
export const hintWords: Readonly<Record<string, string>> = {
  futuristic: 'futuriste|futuristic|cyberpunk|science fiction|sci fi|cyber|2077|futur|future',
  tropical: `tropical|tropique|dakar plateau|abidjan plateau|plateau dakar|plateau abidjan|abidjan|dakar|lagos|cotonou|accra|lome|conakry|douala|libreville|afrique|africa|africain
    |africaine|african|cocody|yopougon|treichville|marche de treichville|marche d adjame|marche sandaga|adjame|marcory|koumassi|bouake|yamoussoukro|porto novo|ouidah|parakou|abomey|calavi|thies|rufisque|kaolack|ziguinchor|dantokpa|sandaga|caraibe|lagune`,
  rings: 'saturne|saturn|anneau|ringed|ring',
  lightning: 'eclair|lightning|foudre|orage|thunder|storm|tempete|orageux|stormy',
  collage: 'collage',
  waterfall: 'cascade|waterfall|chute d eau|chutes d eau',
  above:
    'vu d en haut|vue d en haut|vu du ciel|vue du ciel|vue aerienne|vue plongeante|en plongee|vu de dessus|vue de dessus|vu du dessus|vue du dessus|vu de haut|vue de haut|top view|from above|aerial view|bird s eye view',
  braids: 'tresse|tresses|natte tressee|nattes|dreadlocks|locks|braids|braid|cornrows|vanilles|tissage',
  emblem: 'logo|logotype|embleme|icone|icone d application|sticker|autocollant|badge|pictogramme|emblem|icon|app icon',
  bricks:
    'mur en brique|mur en briques|mur de brique|mur de briques|mur de briques rouges|brick wall|red brick wall|briques rouges',
  stilts:
    'marche sur l eau|marche flottant|village lacustre|cite lacustre|ganvie|pilotis|maison sur pilotis|stilt house',
  ...ROOM_WORDS,
  ...GROUND_WORDS,
  station: BUS_STATIONS,
  rooftop: ROOFTOPS,
  curtains: 'rideau|rideaux|curtain|curtains',
  maquis: 'maquis|bar de nuit|buvette|guinguette',
  earthen: 'banco|djenne|tombouctou|timbuktu|agadez',
}

/** Words that ask for quality: understood, and of no effect. */
export const qualityWords: Readonly<Record<'quality', string>> = {
  quality: `haute qualite|high quality|chef d oeuvre|masterpiece|tres detaille|detaille|detaillee|detailed|ultra
    |best quality|hd|magnifique|beau|belle|beautiful|superbe|splendide|stunning|sharp|net|trending|artstation|texte|text
    |watermark|filigrane|flou|blurry|blur|deforme|deformed|laid|ugly|mauvaise qualite|low quality|bad anatomy|signature
    |a cote|jpeg|artifact|logo|par terre|au sol|on the ground|au cours de|au cours du|en cours|a table`,
}

/** Small words that carry nothing, never reported as unknown. */
export const stopWords = `le la les l de du d des un une et en au aux a sur sous dans avec pour par the of in on with and at
  to from by is are its his her qui que dont son sa ses leur ce cette ces il elle est sont plus tres image picture
  illustration scene representant montrant style facon maniere an vers entre devant derriere pres next near over
  dessus dessous fond ambiance ton tons couleur couleurs color colors colour colours art oeuvre under behind front above
  below through while comme breton bretonne eau geant geante flottant flottante tropicale petit petite grand grande small
  big huge giant floating old vieux vieille jeune young ou or mais but je veux voudrais fais fait faire moi dessine
  draw make create cree creer me please stp svp bord marche dos porte portent pendant during plein pleine bien
  entoure entouree entourant vue vu composition avant apres autour quelques tout tous toute toutes quand lorsque puisque
  parce combien pourquoi comment`
