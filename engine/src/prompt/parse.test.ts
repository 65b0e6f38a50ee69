import { describe, expect, it } from 'vitest'

import { Random } from '../core/random.ts'
import { parsePrompt } from './parse.ts'
import { ENVIRONMENTS, type Environment, type PromptSpec } from './spec.ts'

function parse(prompt: string, negative = ''): PromptSpec {
  return parsePrompt(prompt, negative, new Random(1))
}

const places: readonly (readonly [string, Environment])[] = [
  ['Coucher de soleil sur la mer', 'sea'],
  ['a sunset over the ocean', 'sea'],
  ['plage de sable fin', 'beach'],
  ['FORÊT ENCHANTÉE', 'forest'],
  ['enchanted forest', 'forest'],
  ['foret enchantee', 'forest'],
  ['montagnes et mer', 'islands'],
  ['un lac entouré d’une forêt', 'lake'],
  ['la tour Eiffel', 'paris'],
  ['Abidjan la nuit', 'city'],
  ['marché coloré', 'market'],
  ['Le marché d’Adjamé', 'market'],
  ['un homme marche sur la plage', 'beach'],
  ['pirogue sur la lagune Ébrié', 'lagoon'],
  ['une pirogue', 'lagoon'],
  ['un maquis le soir', 'courtyard'],
  ['un baobab', 'savanna'],
  ['village africain avec des cases', 'savanna'],
  ['marché africain', 'market'],
  ['champ de mil', 'field'],
  ['tissu wax', 'wax'],
  ['un gbaka dans la rue', 'city'],
  ['un voilier', 'sea'],
  ['ciel étoilé au-dessus d’une tente', 'mountain'],
  ['galaxie lointaine', 'space'],
  ['un champ sous la voie lactée', 'field'],
  ['portrait de lion', 'subject'],
  ['portrait de femme', 'portrait'],
  ['nébuleuse au-dessus d’un désert', 'desert'],
  ['xyzzy plugh', 'abstract'],
  ['', 'abstract'],
]

describe('places', () => {
  it.each(places)('%s → %s', (prompt, environment) => {
    expect(parse(prompt).environment).toBe(environment)
  })
})

describe('time, weather and season', () => {
  it.each([
    ['coucher de soleil sur la mer', 'sunset'],
    ['couché de soleil sur la mer', 'sunset'],
    ['lever du soleil sur la mer', 'dawn'],
    ['la mer à minuit', 'night'],
    ['golden hour by the lake', 'sunset'],
    ['heure bleue sur la ville', 'dusk'],
  ])('%s → %s', (prompt, time) => {
    expect(parse(prompt)).toMatchObject({ time, isTimeAsked: true })
  })

  it('chooses night for what shines at night, and says that it was not asked', () => {
    expect(parse('aurore boréale')).toMatchObject({ time: 'night', isTimeAsked: false })
  })

  it('knows the harmattan', () => {
    expect([...parse('village sous l’harmattan').weather]).toEqual(['harmattan'])
  })

  it('reads a snowed-in forest in autumn', () => {
    const spec = parse('forêt enneigée, automne')
    expect([...spec.weather]).toEqual(['snow'])
    expect(spec.season).toBe('autumn')
  })
})

describe('things', () => {
  it('counts by number, by plural and by default', () => {
    const counts = (prompt: string) => parse(prompt).objects.map(({ id, count }) => [id, count])
    expect(counts('trois éléphants et une girafe')).toEqual([
      ['elephant', 3],
      ['giraffe', 1],
    ])
    expect(counts('des pirogues')).toEqual([['rowboat', 4]])
    expect(counts('plusieurs pirogues')).toEqual([['rowboat', 7]])
    expect(counts('sept pirogues')).toEqual([['rowboat', 7]])
    expect(counts('9 pirogues')).toEqual([['rowboat', 9]])
    expect(counts('balloons over the hills')).toEqual([['balloon', 4]])
  })

  it('gives a colour to the thing beside it, and the rest to the palette', () => {
    const spec = parse('un vase bleu, tons dorés')
    expect(spec.colourOf.get('vase')).toBe('blue')
    expect(spec.colours).toEqual([
      { id: 'blue', weight: 0.35 },
      { id: 'gold', weight: 1 },
    ])
  })

  it('reads positions', () => {
    expect(parse('une maison à gauche').objects[0]).toMatchObject({ id: 'house', position: 'left' })
  })

  it('does not read noir et blanc as two colours', () => {
    const spec = parse('un pont en noir et blanc')
    expect(spec.styles).toEqual(['black-and-white'])
    expect(spec.colours).toEqual([])
  })

  it('orders styles as they are applied', () => {
    expect(parse('néon, aquarelle').styles).toEqual(['watercolour', 'neon'])
  })
})

describe('negation', () => {
  it.each([
    ['montagnes sans neige', ['snow']],
    ['mountains without snow or trees', ['snow', 'forest', 'broadleaf']],
    ['un lac sans oiseaux ni nuages', ['birds', 'clouds', 'sky']],
    ['plage, pas de palmiers', ['palm']],
    ['a lake with no moon', ['moon']],
  ])('%s', (prompt, refused) => {
    const spec = parse(prompt)
    expect([...spec.refused].toSorted()).toEqual(refused.toSorted())
    expect(spec.weather.has('snow')).toBe(false)
    for (const id of refused) expect(spec.understood.some(({ role }) => role.endsWith(`:${id}`))).toBe(false)
  })

  it('stops at the thing negated', () => {
    const spec = parse('montagne sans neige au soleil couchant')
    expect(spec.time).toBe('sunset')
    expect(spec.removed).toEqual(['neige'])
  })

  it('stops at punctuation', () => {
    expect([...parse('mer sans nuages, voilier').refused]).not.toContain('sailboat')
  })

  it('takes the negative prompt out of the prompt', () => {
    const spec = parse('forêt en hiver avec neige et lune', 'neige, texte, flou')
    expect(spec.weather.has('snow')).toBe(false)
    expect(spec.refused).toEqual(new Set(['snow']))
    expect(spec.removed).toEqual(['neige'])
  })

  it('refuses a colour as a colour only', () => {
    const spec = parse('bouquet de roses rouges et bleues', 'rouge')
    expect(spec.colours.map(({ id }) => id)).toEqual(['blue'])
  })
})

describe('honesty', () => {
  it('reports the words that mean nothing to it, once, and not the small ones', () => {
    expect(parse('la mer et le zorglub, encore le zorglub avec un chef-d’œuvre').ignored).toEqual(['zorglub', 'encore'])
  })

  it('reports what it understood, by kind', () => {
    expect(parse('mer calme').understood).toEqual([
      { word: 'mer', role: 'environment:sea' },
      { word: 'calme', role: 'mood:calm' },
    ])
  })
})

describe('hostile text', () => {
  it.each([
    ['emoji', '🌅🛶🔥👩🏾‍🦱 '.repeat(100)],
    ['one endless word', 'a'.repeat(100_000)],
    ['negations only', 'sans ni sans pas de without no '.repeat(60)],
    ['punctuation', ',.;:!?()|'.repeat(300)],
    ['other scripts', 'شروق الشمس 日の出 восход'],
    ['prototype names', '__proto__ constructor toString hasOwnProperty'],
  ])('%s', (_name, prompt) => {
    const spec = parse(prompt, prompt)
    expect(ENVIRONMENTS).toContain(spec.environment)
    expect(spec.ignored.length).toBeLessThanOrEqual(40)
  })
})
