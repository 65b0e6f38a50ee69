/** What an empty form shows: pictures of our own engine, with the words that made them (`npm run examples:paint`). */
export interface Example {
  name: 'market' | 'wax' | 'fireflies' | 'balloon'
  /** The picture beside it was painted from the French words and this seed. */
  seed: number
  prompt: Readonly<Record<'fr' | 'en', string>>
}

export const examples: readonly Example[] = [
  {
    name: 'market',
    seed: 4,
    prompt: { fr: 'Un marché de Cotonou au lever du soleil', en: 'A Cotonou market at sunrise' },
  },
  { name: 'wax', seed: 3, prompt: { fr: 'Motif wax bleu, rouge et blanc', en: 'Blue, red and white wax pattern' } },
  {
    name: 'fireflies',
    seed: 2,
    prompt: { fr: 'Des lucioles dans la forêt, la nuit', en: 'Fireflies in the forest at night' },
  },
  {
    name: 'balloon',
    seed: 8,
    prompt: {
      fr: 'Une montgolfière au-dessus du désert au lever du soleil',
      en: 'A hot-air balloon over the desert at sunrise',
    },
  },
]
