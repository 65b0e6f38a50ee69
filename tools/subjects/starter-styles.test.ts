import { readPrompt } from '@product/engine/language'
import { expect, it } from 'vitest'

import { starterStyles } from '../../app/src/features/create/words/styles.ts'

it.each(starterStyles.map((starter) => [starter.name, starter.words] as const))(
  'the starter style %s is what the built-in engine paints in, in French and in English',
  (name, words) => {
    expect(readPrompt(`Une pirogue sur la lagune, ${words.fr}`).styles).toContain(name)
    expect(readPrompt(`A pirogue on the lagoon, ${words.en}`).styles).toContain(name)
  },
)
