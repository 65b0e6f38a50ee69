import type { Hole } from '../hole.ts'
import { restAnswerHoles } from './rest-answers.ts'
import { restThreatHoles } from './rest-threats.ts'

export const restHoles: readonly Hole[] = [...restAnswerHoles, ...restThreatHoles]
