/** What the people of the demo say and do with each other's pictures. Written out: nothing is counted that nobody did. */
import type { DemoPicture, Username } from './demo.ts'

/** Who follows whom. */
export const follows: Readonly<Record<Username, readonly Username[]>> = {
  awa: ['kossi', 'aissatou', 'mariam'],
  kossi: ['awa', 'theo'],
  aissatou: ['awa', 'mariam', 'yao'],
  theo: ['yao', 'aissatou'],
  mariam: ['awa', 'kossi', 'yao'],
  yao: ['theo', 'mariam'],
}

interface Liked {
  /** The beginning of the prompt. */
  readonly post: string
  readonly by: readonly Username[]
}

export const likes: readonly Liked[] = [
  { post: 'Baobab au crépuscule', by: ['kossi', 'aissatou', 'mariam', 'yao'] },
  { post: 'Astronaute dans l’espace', by: ['awa', 'yao'] },
  { post: 'Coucher de soleil sur la mer', by: ['awa', 'theo', 'mariam'] },
  { post: 'Abidjan la nuit', by: ['awa', 'mariam', 'theo'] },
  { post: 'Mont Fuji', by: ['yao', 'aissatou'] },
  { post: 'Aurore boréale', by: ['theo', 'mariam', 'aissatou'] },
  { post: 'Motif wax', by: ['kossi', 'aissatou', 'mariam'] },
  { post: 'Portrait de femme', by: ['awa'] },
  { post: 'Forêt enchantée', by: ['theo', 'mariam'] },
  { post: 'Champ de lavande', by: ['yao'] },
  { post: 'Désert et montgolfières', by: ['awa', 'aissatou'] },
  { post: 'Pirogue sur la plage', by: ['awa', 'aissatou', 'theo'] },
  { post: 'Paris sous la neige', by: ['kossi', 'yao'] },
  { post: 'Lanternes sur le lac', by: ['mariam'] },
]

interface Said {
  readonly post: string
  readonly by: Username
  readonly text: string
  readonly answers?: readonly { readonly by: Username; readonly text: string }[]
}

export const comments: readonly Said[] = [
  {
    post: 'Baobab au crépuscule',
    by: 'kossi',
    text: 'On sent la poussière chaude. Je tente la même scène de nuit.',
    answers: [{ by: 'awa', text: 'Vas-y, elle est faite pour ça !' }],
  },
  { post: 'Baobab au crépuscule', by: 'mariam', text: 'Les cases au fond donnent toute l’échelle.' },
  {
    post: 'Abidjan la nuit',
    by: 'awa',
    text: 'Le Plateau après la pluie, exactement.',
    answers: [{ by: 'kossi', text: 'J’ai passé la soirée sur les reflets.' }],
  },
  { post: 'Aurore boréale', by: 'theo', text: 'Ce vert-là, je ne l’avais jamais réussi.' },
  { post: 'Motif wax', by: 'aissatou', text: 'Je la verrais bien en pagne, pour de vrai.' },
  { post: 'Pirogue sur la plage', by: 'aissatou', text: 'On dirait Yoff à six heures du soir.' },
  {
    post: 'Paris sous la neige',
    by: 'yao',
    text: 'Il neige moins qu’à Montréal, mais c’est beau.',
    answers: [{ by: 'theo', text: 'Trois flocons, et toute la ville s’arrête.' }],
  },
]

export interface DemoRemix extends DemoPicture {
  /** The beginning of the prompt of what it starts from: a picture, or an earlier remix. */
  readonly of: string
  readonly hoursAgo: number
}

const square = { width: 1024, height: 1024, hashtags: 'baobab,remix' }

/** One tree: three start from the picture, two from its first remix, one from the last. Its root is 56 hours old. */
export const remixes: readonly DemoRemix[] = [
  {
    of: 'Baobab au crépuscule',
    by: 'kossi',
    prompt: 'Le même baobab, la nuit, sous la Voie lactée',
    ...square,
    seed: 31,
    hoursAgo: 48.5,
  },
  {
    of: 'Baobab au crépuscule',
    by: 'theo',
    prompt: 'Un baobab en estampe, à l’encre et au pinceau',
    ...square,
    seed: 32,
    hoursAgo: 44,
  },
  {
    of: 'Baobab au crépuscule',
    by: 'aissatou',
    prompt: 'Baobab dans la brume du matin, aquarelle',
    ...square,
    seed: 33,
    hoursAgo: 38.5,
  },
  {
    of: 'Le même baobab',
    by: 'mariam',
    prompt: 'Baobab sous deux lunes, planète lointaine',
    ...square,
    seed: 34,
    hoursAgo: 24,
  },
  {
    of: 'Le même baobab',
    by: 'yao',
    prompt: 'Baobab sous une aurore boréale verte',
    ...square,
    seed: 35,
    hoursAgo: 18,
  },
  {
    of: 'Baobab sous une aurore',
    by: 'awa',
    prompt: 'Baobab et lucioles, une nuit d’orage',
    ...square,
    seed: 36,
    hoursAgo: 3,
  },
]

interface Gathered {
  readonly by: Username
  readonly name: string
  readonly description: string
  readonly posts: readonly string[]
}

export const collections: readonly Gathered[] = [
  {
    by: 'awa',
    name: 'Lagunes et rivages',
    description: 'De l’eau, du soir, et des pirogues.',
    posts: ['Pirogue sur la plage', 'Coucher de soleil sur la mer', 'Abidjan la nuit', 'Lanternes sur le lac'],
  },
  {
    by: 'mariam',
    name: 'Ciels de nuit',
    description: 'Étoiles, aurores et planètes, pour s’endormir.',
    posts: ['Aurore boréale', 'Le même baobab', 'Astronaute dans l’espace', 'Baobab sous deux lunes'],
  },
]
