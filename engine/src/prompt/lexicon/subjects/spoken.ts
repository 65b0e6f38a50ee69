import type { SubjectWords } from './subject-words.ts'

/** People, games and tales as one says them in Abidjan, Cotonou, Dakar and Montréal. */
export const spokenWords: SubjectWords = {
  exact: {
    'figure man': 'djo|mogo|mec|chum|mononcle|fofo|goor|le pere|son pere|mon pere',
    'figure woman':
      'une go|la go|sa go|ma go|deux go|deux gos|les gos|les go|des go|trois go|trois gos|quatre go|quatre gos|mes go|nos go|nana|nanas|meuf|ma blonde|sa blonde|matante|tassi|davi|jigeen|la mere',
    'figure girl': 'fifille|gamine|petite soeur|petite jumelle|petite',
    'figure boy': 'petit|petit frere|fiston|mome|marmot|bambin|xale',
    'figure old-man': 'vieux|vieux pere',
    'figure old-woman': 'vieille|vieille mere|mami',
    'figure person': 'jeune',
    awale: 'adji|adjito|a l adji|jeu d adji|owale|wure|songo|wali|ayo',
    'ballet-dancer':
      'danseuse classique|danseuse etoile|danseuse en tutu|danseuse d opera|petit rat de l opera|danseuse sur la pointe|danseuse sur les pointes',
    hyena: 'bouki|bouki l hyene|bouki la hyene',
    amiwo: 'amiwo|assiette d amiwo|pate rouge|djenkoume',
    'flower-basket': 'panier de fleurs|corbeille de fleurs|panier fleuri|basket of flowers',
    'donkey-cart':
      'charrette a ane|charrette tiree par un ane|charrette tiree par l ane|ane qui tire une charrette|donkey cart',
    rabbit: 'leuk|leuk le lievre',
    backpack: 'sac au dos',
    droplet: 'goutte|goutte d eau|droplet',
    wrench: 'cle plate|cle a pipe',
    dress: 'taille basse|ensemble pagne|kaba',
    'goal-net': 'filet de but|filet de hockey|filet du gardien',
  },
  similar: {},
  symbol: {},
}
