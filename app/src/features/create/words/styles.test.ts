import { describe, expect, it } from 'vitest'

import { starterStyles, styleOf, withStyle } from './styles.ts'

const named = (name: string) => starterStyles.find((starter) => starter.name === name) ?? null

describe('a style in the description', () => {
  it('comes at its end, takes the place of another, and goes', () => {
    const plain = 'Une pirogue sur la lagune, le soir'
    const painted = withStyle(plain, named('watercolour'), 'fr')
    expect(painted).toBe('Une pirogue sur la lagune, le soir, aquarelle')
    expect(styleOf(painted)?.name).toBe('watercolour')
    expect(withStyle(painted, named('mosaic'), 'en')).toBe('Une pirogue sur la lagune, le soir, mosaic')
    expect(withStyle(painted, null, 'fr')).toBe(plain)
  })

  it('leaves all other words, numbers and line ends as they were written', () => {
    const written = 'Une pirogue de 1,5 m,\nle soir , f/2,8'
    const painted = withStyle(written, named('oil'), 'fr')
    expect(painted).toBe(`${written}, peinture à l’huile`)
    expect(withStyle(painted, null, 'fr')).toBe(written)
    expect(withStyle('Un marché, aquarelle, 1,5 kg de mangues', null, 'fr')).toBe('Un marché, 1,5 kg de mangues')
    expect(withStyle('Un marché.', named('oil'), 'fr')).toBe('Un marché. peinture à l’huile')
  })

  it('is known in both languages and in any case, and not inside other words', () => {
    expect(styleOf('A lagoon, Stained Glass')?.name).toBe('stained-glass')
    expect(styleOf('Une photo réaliste de Dakar')).toBeNull()
  })

  it('may be all that stands there', () => {
    expect(withStyle('  ', named('oil'), 'fr')).toBe('peinture à l’huile')
    expect(withStyle('peinture à l’huile', null, 'fr')).toBe('')
  })
})
