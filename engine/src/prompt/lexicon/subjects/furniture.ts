import type { SubjectWords } from './subject-words.ts'

/** What stands in a room, and what closes it. */
export const furnitureWords: SubjectWords = {
  exact: {
    'couch-and-lamp': 'canape|sofa|divan|couch|fauteuil et lampe',
    armchair: 'fauteuil|armchair|bergere|fauteuil club',
    hammock: 'hamac|hammock',
    'bread-oven': 'four|four a pain|four a pizza|fournil|oven|bread oven|pizza oven',
    throne: 'trone|throne|trone royal',
    'desk-lamp': 'lampe|lampe de bureau|lampe de chevet|lampe de table|abat jour|lamp|desk lamp',
    chair: 'chaise|chair|chaise bercante|rocking chair|siege en bois',
    bench: 'banc|banquette|bench|banc public',
    stool: 'tabouret|siege akan|stool|petit banc',
    mat: 'natte|tapis|tapis de priere|mat|rug|carpet|natte tressee',
    fridge: 'frigo|refrigerateur|frigidaire|congelateur|fridge|refrigerator',
    fan: 'ventilateur|ventilo|electric fan',
    blackboard: 'au tableau|tableau noir|ardoise|blackboard|chalkboard',
    bed: 'lit|bed|lit d enfant|matelas|couchette',
    bathtub: 'baignoire|bathtub|bain moussant|bain',
    shower: 'douche|shower',
    toilet: 'toilettes|wc|toilet',
    door: 'porte|une porte|la porte|les portes|des portes|door|portail',
    window: 'fenetre|window|fenetre ouverte',
    mirror: 'miroir|mirror|glace murale',
  },
  similar: {},
  symbol: {},
}
