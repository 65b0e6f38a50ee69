/** The demo: six people and what they made with the built-in engine. All of it is fictional. */

export interface DemoPerson {
  readonly username: string
  readonly firstName: string
  readonly lastName: string
  readonly bio: string
}

export const people = [
  { username: 'awa', firstName: 'Awa', lastName: 'Sanogo', bio: 'Lagunes, pagnes et couleurs d’Abidjan.' },
  { username: 'kossi', firstName: 'Kossi', lastName: 'Agbeko', bio: 'Je peins Cotonou et Lomé, surtout la nuit.' },
  {
    username: 'aissatou',
    firstName: 'Aïssatou',
    lastName: 'Diallo',
    bio: 'Dakar. Portraits, océan, lumière du matin.',
  },
  { username: 'theo', firstName: 'Théo', lastName: 'Lambert', bio: 'Paris. Estampes, neige et vieux toits.' },
  { username: 'mariam', firstName: 'Mariam', lastName: 'Coulibaly', bio: 'Astronautes, planètes et rêves de sable.' },
  { username: 'yao', firstName: 'Yao', lastName: 'N’Guessan', bio: 'Montréal. Forêts, lacs, aurores.' },
] as const satisfies readonly DemoPerson[]

export type Username = (typeof people)[number]['username']

export interface DemoPicture {
  readonly by: Username
  readonly prompt: string
  readonly hashtags: string
  readonly width: number
  readonly height: number
  readonly seed: number
}

const square = { width: 1024, height: 1024 }
const portrait = { width: 832, height: 1104 }
const tall = { width: 896, height: 1120 }
const wide = { width: 1216, height: 688 }

const hoursBetweenPictures = 5

/** When something of the demo was published, for a row. */
export const before = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()

/** When the picture at this place of the list was published. */
export const publishedAt = (place: number) => before(place * hoursBetweenPictures + 1)

/** Newest first. */
export const pictures: readonly DemoPicture[] = [
  {
    by: 'mariam',
    prompt: 'Astronaute dans l’espace, planète et nébuleuse violette',
    hashtags: 'espace,astronaute',
    ...portrait,
    seed: 4,
  },
  {
    by: 'aissatou',
    prompt: 'Coucher de soleil sur la mer avec un voilier, ambiance romantique',
    hashtags: 'mer,coucher,voilier',
    ...wide,
    seed: 7,
  },
  {
    by: 'kossi',
    prompt: 'Abidjan la nuit, néons et reflets de la pluie sur la lagune',
    hashtags: 'abidjan,nuit,lagune',
    ...tall,
    seed: 21,
  },
  {
    by: 'theo',
    prompt: 'Mont Fuji, torii et cerisiers en fleurs, style estampe japonaise',
    hashtags: 'estampe,japon',
    ...square,
    seed: 4,
  },
  {
    by: 'yao',
    prompt: 'Aurore boréale au-dessus d’une cabane dans la neige',
    hashtags: 'aurore,neige,quebec',
    ...wide,
    seed: 9,
  },
  { by: 'awa', prompt: 'Motif wax indigo, ocre et latérite', hashtags: 'wax,pagne,motif', ...square, seed: 3 },
  {
    by: 'aissatou',
    prompt: 'Portrait de femme, étoiles et fleurs dans les cheveux, tons chauds',
    hashtags: 'portrait,fleurs',
    ...portrait,
    seed: 12,
  },
  {
    by: 'yao',
    prompt: 'Forêt enchantée avec des lucioles et des champignons, la nuit',
    hashtags: 'foret,lucioles',
    ...tall,
    seed: 2,
  },
  {
    by: 'theo',
    prompt: 'Champ de lavande en Provence, style impressionniste',
    hashtags: 'lavande,impressionnisme',
    ...wide,
    seed: 6,
  },
  {
    by: 'mariam',
    prompt: 'Désert et montgolfières au lever du soleil, minimaliste',
    hashtags: 'desert,montgolfiere',
    ...square,
    seed: 5,
  },
  {
    by: 'kossi',
    prompt: 'Pirogue sur la plage, palmiers, fin de journée',
    hashtags: 'pirogue,plage',
    ...wide,
    seed: 14,
  },
  {
    by: 'awa',
    prompt: 'Baobab au crépuscule et cases du village, savane dorée',
    hashtags: 'baobab,savane,crepuscule',
    ...square,
    seed: 11,
  },
  { by: 'aissatou', prompt: 'Renard en vitrail, forêt d’automne', hashtags: 'vitrail,renard', ...portrait, seed: 3 },
  { by: 'yao', prompt: 'Lac de montagne avec des sapins, brume du matin', hashtags: 'lac,montagne', ...wide, seed: 8 },
  { by: 'kossi', prompt: 'Masque doré, gros plan, fond bleu nuit', hashtags: 'masque,or', ...tall, seed: 1 },
  {
    by: 'mariam',
    prompt: 'Ville synthwave au coucher du soleil, palmiers et grille néon',
    hashtags: 'synthwave,neon',
    ...wide,
    seed: 8,
  },
  {
    by: 'theo',
    prompt: 'Paris sous la neige, tour Eiffel, peinture à l’huile',
    hashtags: 'paris,neige,huile',
    ...portrait,
    seed: 15,
  },
  {
    by: 'awa',
    prompt: 'Éléphants et girafe dans la savane, style affiche',
    hashtags: 'savane,affiche',
    ...square,
    seed: 18,
  },
  {
    by: 'aissatou',
    prompt: 'Phare dans la tempête, vagues et éclairs, peinture à l’huile',
    hashtags: 'phare,tempete',
    ...tall,
    seed: 20,
  },
  { by: 'yao', prompt: 'Hibou dans la forêt d’hiver, gravure', hashtags: 'hibou,gravure', ...square, seed: 22 },
  {
    by: 'kossi',
    prompt: 'Fond marin, méduses et coraux, rayons de lumière',
    hashtags: 'ocean,meduse',
    ...portrait,
    seed: 16,
  },
  {
    by: 'mariam',
    prompt: 'Fleurs de pivoines, aquarelle délicate',
    hashtags: 'pivoine,aquarelle',
    ...square,
    seed: 17,
  },
  { by: 'theo', prompt: 'Abstraction bleu et or, matière épaisse', hashtags: 'abstrait,or', ...wide, seed: 19 },
  { by: 'awa', prompt: 'Lanternes sur le lac, nuit étoilée, onirique', hashtags: 'lanternes,reve', ...tall, seed: 10 },
]
