import { expect, test } from 'vitest'

import { meaningOf, wantedBy } from './meaning-of.ts'

const isFound = (text: string, search: string) => {
  const keys = new Set(meaningOf(text))
  return wantedBy(search).every(({ exact, near }) => [...exact, ...near].some((key) => keys.has(key)))
}

test.each([
  ['Un chat roux sur un toit', 'félin'],
  ['A lion in the savanna', 'félin'],
  ['Un taxi jaune à Dakar', 'véhicule'],
  ['Pirogue sur la plage, palmiers', 'moyen de transport'],
  ['Hibou dans la forêt d’hiver', 'rapace'],
  ['Nature morte aux mangues', 'fruits'],
  ['Phare dans la tempête, vagues', 'bord de mer'],
  ['Une boulangère sourit', 'boulanger'],
  ['Une boulangère sourit', 'femme'],
  ['Un joueur de kora', 'musicien'],
  ['Une femme en wax au marché, le soir', 'dame au marché, soir'],
  ['Portrait de femme en wax', 'pagne'],
  ['Un crabe sur le sable', 'fruits de mer'],
  ['Un aigle', 'oiseau de proie'],
  ['Une guitare', 'instrument de musique'],
  ['A lion in the savanna', 'wild cat'],
  ['Un instrument de musique', 'instrument'],
  ['Un félin sans chien', 'félin'],
  ['Pas de véhicule, un félin', 'félin'],
])('« %s » is found by « %s »', (text, search) => {
  expect(isFound(text, search)).toBe(true)
})

test.each([
  ['Un chien qui dort', 'félin'],
  ['Une femme au marché', 'boulangère'],
  ['Nature morte aux mangues', 'paysage'],
  ['Une plage sans chat', 'félin'],
  ['Un chat roux', 'véhicule'],
  ['Une mangue', 'fruits de mer'],
  ['La mer', 'fruits de mer'],
  ['Un oiseau dans le ciel', 'oiseau de proie'],
  ['Un casque audio', 'instrument de musique'],
  ['A house cat', 'wild cat'],
  ['Un plateau de fruits de mer', 'mer'],
  ['Un plateau de fruits de mer', 'mangue'],
  ['Un instrument de musique', 'casque audio'],
  ['A wild cat', 'animal de compagnie'],
  ['Un chien, pas de félin', 'félin'],
  ['Une rue sans véhicule ni animal', 'véhicule'],
  ['Une rue sans véhicule ni animal', 'animal'],
  ['Une table sans fruits de mer ou instrument de musique', 'instrument'],
  ['Une table sans fruits de mer', 'mer'],
])('« %s » is not found by « %s »', (text, search) => {
  expect(isFound(text, search)).toBe(false)
})

test('what is like it is near, not the same', () => {
  const [cat] = wantedBy('chat')
  expect(meaningOf('un tigre')).not.toEqual(expect.arrayContaining([...(cat?.exact ?? [])]))
  expect(cat?.near.some((key) => meaningOf('un tigre').includes(key))).toBe(true)
})

test('who refuses a kind looks neither for it nor for its word', () => {
  expect(wantedBy('chien, pas de félin')).toEqual(wantedBy('chien'))
})

test('a word that nobody knows is sought as it is written', () => {
  expect(wantedBy('Zorglubs bleus').at(-1)).toEqual({ exact: [], near: [], word: 'zorglub' })
  expect(wantedBy('')).toEqual([])
  expect(meaningOf('')).toEqual([])
})
