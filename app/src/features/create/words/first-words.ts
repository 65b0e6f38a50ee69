/** What the empty field shows, one after the other; the first is `create.placeholder` (SCREENS). */
export const firstWords = {
  fr: [
    'Un marché de Cotonou au lever du soleil, tissus wax, brume douce',
    'Portrait d’une tisserande, fils indigo',
    'Une pirogue seule sur la lagune, pluie fine, estampe',
    'Affiche d’un concert de kora, deux couleurs',
    'Un baobab sous la Voie lactée, pose longue',
  ],
  en: [
    'A Cotonou market at sunrise, wax fabrics, soft mist',
    'Portrait of a weaver, indigo threads',
    'A lone pirogue on the lagoon, fine rain, woodblock print',
    'Poster for a kora concert, two colours',
    'A baobab under the Milky Way, long exposure',
  ],
} as const
