// What the engine reads in a prompt, and its colours, without what paints: for whoever answers questions about words.
export { fromHex, fromOklab, toHex, toOklab } from './core/colour.ts'
export { meaningOf, meaningVersion, type Wanted, wantedBy } from './meaning/meaning-of.ts'
export { COLOUR_VALUES } from './prompt/colour-values.ts'
export { type Plan, planPicture } from './prompt/plan/plan-picture.ts'
export { type PlannedThing, type Verdict, verdicts } from './prompt/plan/grading/coverage.ts'
export { nearestSubjects } from './prompt/plan/nearest.ts'
export { knownWords, readPrompt, toStems, type KnownWord } from './prompt/read-prompt.ts'
export type { Environment, PromptSpec, TimeOfDay } from './prompt/spec.ts'
