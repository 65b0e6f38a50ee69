/** The forms that a model's answers must have: for it, and for us who check them. */
import * as v from 'valibot'

import { maxPromptLength, promptSlots } from '../../contract/src/index.ts'

/** What a model writes is text for people and nothing else: no markup, no addresses, no characters that cannot be seen. */

const tags = /<[^>]*>/g
const fences = /```\w*|[*_`#]{2,}|`/g
const links = /!?\[([^\]]*)\]\((?:[^()]|\([^()]*\))*\)/g
const addresses = /\b(?:https?|ftp|file|data|javascript|vbscript|mailto|blob):\S*|\bwww\.\S+/giu
const unseen = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}]+/gu

function toPlainText(text: string): string {
  return text
    .replace(links, '$1')
    .replace(tags, ' ')
    .replace(fences, '')
    .replace(addresses, ' ')
    .replace(/[<>]/g, ' ')
    .replace(unseen, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

const text = (longest: number) => v.pipe(v.string(), v.transform(toPlainText), v.nonEmpty(), v.maxLength(longest))
const sentences = v.pipe(v.array(v.pipe(v.string(), v.transform(toPlainText), v.maxLength(300))), v.maxLength(5))
const names = v.pipe(v.array(v.pipe(v.string(), v.transform(toPlainText), v.maxLength(60))), v.maxLength(12))
const name = v.nullable(v.pipe(v.string(), v.transform(toPlainText), v.maxLength(60)))
const slot = v.picklist(promptSlots)

export const EnhanceAnswer = v.object({
  enhanced_prompt: text(1200),
  negative_prompt: v.pipe(v.string(), v.transform(toPlainText), v.maxLength(600)),
  added: v.pipe(v.array(v.object({ slot, text: text(300) })), v.maxLength(12)),
  warnings: sentences,
})

export const AnalyzeAnswer = v.object({
  filled: v.pipe(v.array(slot), v.maxLength(promptSlots.length)),
  scene: name,
  time: name,
  styles: names,
  colours: names,
  objects: names,
  moods: names,
  warnings: sentences,
})

export const DescribeAnswer = v.object({ description: text(1200), suggested_prompt: text(800), warnings: sentences })

export const TranslateAnswer = v.object({
  translation: text(maxPromptLength),
  from: v.pipe(v.string(), v.toLowerCase(), v.regex(/^[a-z]{2,3}$/u)),
})

const string = { type: 'string' }
const strings = { type: 'array', items: string }
const nullable = { type: ['string', 'null'] }
const slotName = { type: 'string', enum: promptSlots }

/** NOTE: every property required and nothing else allowed: what OpenAI's strict mode asks for. */
const object = (properties: Readonly<Record<string, unknown>>) => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
})

export const enhanceForm = object({
  enhanced_prompt: string,
  negative_prompt: string,
  added: { type: 'array', items: object({ slot: slotName, text: string }) },
  warnings: strings,
})
export const analyzeForm = object({
  filled: { type: 'array', items: slotName },
  scene: nullable,
  time: nullable,
  styles: strings,
  colours: strings,
  objects: strings,
  moods: strings,
  warnings: strings,
})
export const describeForm = object({ description: string, suggested_prompt: string, warnings: strings })
export const translateForm = object({ translation: string, from: string })
