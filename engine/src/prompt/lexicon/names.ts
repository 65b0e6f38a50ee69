/** What the engine draws best, as somebody would write it: offered in place of what it cannot draw. */
import type { ObjectKind } from '../spec.ts'

interface Name {
  readonly fr: string
  readonly en: string
}

export const objectNames: Readonly<Partial<Record<ObjectKind, Name>>> = {
  sailboat: { fr: 'un voilier', en: 'a sailboat' },
  rowboat: { fr: 'une pirogue', en: 'a canoe' },
  lighthouse: { fr: 'un phare', en: 'a lighthouse' },
  house: { fr: 'une maison', en: 'a house' },
  cabin: { fr: 'une cabane', en: 'a cabin' },
  castle: { fr: 'un château', en: 'a castle' },
  bridge: { fr: 'un pont', en: 'a bridge' },
  windmill: { fr: 'un moulin', en: 'a windmill' },
  pagoda: { fr: 'une pagode', en: 'a pagoda' },
  pyramid: { fr: 'une pyramide', en: 'a pyramid' },
  balloon: { fr: 'une montgolfière', en: 'a hot air balloon' },
  rocket: { fr: 'une fusée', en: 'a rocket' },
  astronaut: { fr: 'un astronaute', en: 'an astronaut' },
  robot: { fr: 'un robot', en: 'a robot' },
  cat: { fr: 'un chat', en: 'a cat' },
  fox: { fr: 'un renard', en: 'a fox' },
  wolf: { fr: 'un loup', en: 'a wolf' },
  deer: { fr: 'un cerf', en: 'a deer' },
  horse: { fr: 'un cheval', en: 'a horse' },
  unicorn: { fr: 'une licorne', en: 'a unicorn' },
  owl: { fr: 'un hibou', en: 'an owl' },
  whale: { fr: 'une baleine', en: 'a whale' },
  couple: { fr: 'un couple', en: 'a couple' },
  car: { fr: 'une voiture', en: 'a car' },
  minibus: { fr: 'un gbaka', en: 'a minibus' },
  mushroom: { fr: 'un champignon', en: 'a mushroom' },
  heart: { fr: 'un cœur', en: 'a heart' },
  crystal: { fr: 'un cristal', en: 'a crystal' },
  dragon: { fr: 'un dragon', en: 'a dragon' },
  ballerina: { fr: 'une ballerine', en: 'a ballerina' },
  tent: { fr: 'une tente', en: 'a tent' },
  elephant: { fr: 'un éléphant', en: 'an elephant' },
  giraffe: { fr: 'une girafe', en: 'a giraffe' },
  lion: { fr: 'un lion', en: 'a lion' },
  baobab: { fr: 'un baobab', en: 'a baobab' },
  hut: { fr: 'une case', en: 'a hut' },
  mask: { fr: 'un masque', en: 'a mask' },
}

/** Where no name is like the word, in the order they are offered. */
export const offered: readonly ObjectKind[] = ['baobab', 'rowboat', 'lion', 'mask', 'elephant', 'house']
