import { planPicture, readPrompt } from '@product/engine/language'
import { expect, it } from 'vitest'

import { examples } from '../../app/src/entities/generation/examples/examples.ts'
import { firstWords } from '../../app/src/features/create/words/first-words.ts'
import { starterStyles } from '../../app/src/features/create/words/styles.ts'

it.each(starterStyles.map((starter) => [starter.name, starter.words] as const))(
  'the starter style %s is what the built-in engine paints in, in French and in English',
  (name, words) => {
    expect(readPrompt(`Une pirogue sur la lagune, ${words.fr}`).styles).toContain(name)
    expect(readPrompt(`A pirogue on the lagoon, ${words.en}`).styles).toContain(name)
  },
)

it.each(['fr', 'en'] as const)('what the form proposes is drawn in full, in %s', (language) => {
  const proposed = [...firstWords[language], ...examples.map(({ prompt }) => prompt[language])]
  expect(proposed).toHaveLength(9)
  for (const prompt of proposed)
    expect(planPicture({ prompt }).plan).toMatchObject({ verdict: 'complete', missing: [], unshown: [] })
})

it.each(starterStyles.map(({ name, words }) => [name, words] as const))(
  'the starter style %s asks for no consent',
  (_name, words) => {
    expect(planPicture({ prompt: `Une pirogue sur la lagune, ${words.fr}` }).plan.verdict).toBe('complete')
    expect(planPicture({ prompt: `A pirogue on the lagoon, ${words.en}` }).plan.verdict).toBe('complete')
  },
)
