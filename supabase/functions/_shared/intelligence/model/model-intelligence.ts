/** A language model that answers as the rules do, and whose answers the rules check. */
import type { LanguageModel } from 'ai'

import type { Look } from '../images/image-worker.ts'
import {
  ModelFailure,
  type Analysis,
  type Enhancement,
  type Intelligence,
  type PictureDescription,
  type PictureQuestion,
  type TextQuestion,
  type ToTranslate,
  type Translated,
} from '../intelligence.ts'
import { scoreOf } from '../rules/analyze-by-rules.ts'
import { describePicture } from '../rules/describe-picture.ts'
import { listOf, moveNegatives, namesRefused } from '../rules/negatives.ts'
import { rules } from '../rules/rule-intelligence.ts'
import {
  AnalyzeAnswer,
  DescribeAnswer,
  EnhanceAnswer,
  TranslateAnswer,
  analyzeForm,
  describeForm,
  enhanceForm,
  translateForm,
} from './answers.ts'
import { askModel, type ModelQuestion } from './ask-model.ts'
import { instructionsFor } from './instructions.ts'

interface ModelOptions {
  readonly openModel: () => Promise<LanguageModel>
  readonly timeoutMs: number
}

type AskModel = <Answer>(question: Omit<ModelQuestion<Answer>, 'model' | 'timeoutMs'>) => Promise<Answer>

export function createModelIntelligence({ openModel, timeoutMs }: ModelOptions): Intelligence {
  const asking: AskModel = async (question) => askModel({ ...question, timeoutMs, model: await openModel() })
  return {
    source: 'llm',
    analyze: (question) => analyze(asking, question),
    enhance: (question) => enhance(asking, question),
    describe: (question) => describe(asking, question),
    translate: (question) => translate(asking, question),
  }
}

async function analyze(asking: AskModel, question: TextQuestion): Promise<Analysis> {
  const byRules = await rules.analyze(question)
  const { filled, warnings, ...detected } = await asking({
    signal: question.signal,
    instructions: instructionsFor.analyze(byRules.language),
    material: { prompt: question.prompt },
    pictures: copiesOf(question.looks),
    schema: AnalyzeAnswer,
    jsonSchema: analyzeForm,
  })
  return {
    ...byRules,
    ...scoreOf(new Set(filled)),
    detected: { ...detected, removed: byRules.detected.removed },
    warnings: together(byRules.warnings, warnings),
  }
}

async function enhance(asking: AskModel, question: TextQuestion): Promise<Enhancement> {
  const byRules = await rules.enhance(question)
  const { moved, positive } = moveNegatives(question.prompt)
  const refused = [...moved, ...listOf(question.negativePrompt ?? '')]
  const answer = await asking({
    signal: question.signal,
    instructions: instructionsFor.enhance(byRules.language),
    material: { prompt: positive || question.prompt, negative_prompt: refused.join(', ') },
    pictures: copiesOf(question.looks),
    schema: EnhanceAnswer,
    jsonSchema: enhanceForm,
  })
  // What a person says and refuses in one breath (« une forêt, pas d’arbres ») is theirs to say again.
  if (namesRefused(answer.enhanced_prompt.replace(positive, ' '), refused)) {
    throw new ModelFailure('model_unusable_answer', 'The model brought back what was refused')
  }
  return {
    language: byRules.language,
    prompt: answer.enhanced_prompt,
    negativePrompt: together(refused, listOf(answer.negative_prompt)).join(', '),
    added: answer.added,
    warnings: together(byRules.warnings, answer.warnings),
  }
}

async function describe(asking: AskModel, question: PictureQuestion): Promise<PictureDescription> {
  const byRules = await rules.describe(question)
  const answer = await asking({
    signal: question.signal,
    instructions: instructionsFor.describe(byRules.language),
    material: { figures: describePicture(question.look.figures, 'en') },
    pictures: copiesOf([question.look]),
    schema: DescribeAnswer,
    jsonSchema: describeForm,
  })
  return {
    language: byRules.language,
    description: answer.description,
    suggestedPrompt: answer.suggested_prompt,
    warnings: together(byRules.warnings, answer.warnings),
  }
}

async function translate(asking: AskModel, { prompt, into, signal }: ToTranslate): Promise<Translated> {
  const { translation: text, from } = await asking({
    signal,
    instructions: instructionsFor.translate(into),
    material: { prompt },
    pictures: [],
    schema: TranslateAnswer,
    jsonSchema: translateForm,
  })
  return { language: into, warnings: [], translation: { text, from } }
}

function copiesOf(looks: readonly Look[]): Uint8Array[] {
  return looks.flatMap(({ copy }) => copy ?? [])
}

function together(first: readonly string[], second: readonly string[]): string[] {
  return [...new Set([...first, ...second].filter(Boolean))]
}
