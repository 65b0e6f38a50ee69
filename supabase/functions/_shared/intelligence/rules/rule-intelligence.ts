/** The built-in rules: always there, the same answer to the same question, and they check what a model says. */
import type { Intelligence } from '../intelligence.ts'
import { analyzeByRules } from './analyze-by-rules.ts'
import { coloursOf, describePicture, promptFromPicture } from './describe-picture.ts'
import { enhanceByRules } from './enhance-by-rules.ts'
import { read } from './reading.ts'
import { pictureWarnings, warningsFor } from './warnings.ts'

export const rules: Intelligence = {
  source: 'rules',
  analyze: async ({ prompt, looks, imageCount, language }) => {
    const reading = read(prompt, language)
    const figures = looks.map((look) => look.figures)
    return {
      language: reading.language,
      warnings: warningsFor({ reading, figures, imageCount }),
      ...analyzeByRules(reading),
    }
  },
  enhance: async ({ prompt, negativePrompt, looks, imageCount, language }) => {
    const { language: spoken } = read(prompt, language)
    const figures = looks.map((look) => look.figures)
    const paletteNames = figures[0] ? coloursOf(figures[0], spoken) : []
    const enhanced = enhanceByRules(prompt, { negativePrompt, paletteNames, otherwise: language })
    return {
      language: spoken,
      warnings: warningsFor({ reading: enhanced.reading, figures, imageCount }),
      prompt: enhanced.prompt,
      negativePrompt: enhanced.negativePrompt,
      added: enhanced.added,
    }
  },
  describe: async ({ look: { figures }, language }) => {
    const spoken = language ?? 'fr'
    return {
      language: spoken,
      warnings: pictureWarnings(figures, spoken),
      description: describePicture(figures, spoken),
      suggestedPrompt: promptFromPicture(figures, spoken),
    }
  },
  translate: async ({ into }) => ({ language: into, warnings: [], translation: null }),
}
