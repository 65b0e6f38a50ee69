import type { Hole } from './hole.ts'
import { restAnswerHoles } from './rest-answers.ts'

export const restHoles: readonly Hole[] = [...restAnswerHoles]
