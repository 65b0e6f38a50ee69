/** Ten forms to begin with: a sentence with named blanks, each with something in it already. */
import type { IntelligenceLanguage, PromptTemplate } from '../../_shared/contract/src/index.ts'
import { templateCatalogue, type TemplateEntry } from './template-catalogue.ts'

export const templateNames: readonly string[] = templateCatalogue.map(({ name }) => name)

export function listTemplates(language: IntelligenceLanguage): PromptTemplate[] {
  return templateCatalogue.map(({ name, width, height, ...entry }) => {
    const { title, description, slots } = entry[language]
    return {
      template: name,
      title,
      description,
      slots: Object.entries(slots).map(([slot, [label, usual]]) => ({ name: slot, label, default: usual })),
      width,
      height,
    }
  })
}

export interface FilledTemplate {
  readonly template: string
  readonly title: string
  readonly prompt: string
  readonly negative_prompt: string | null
  readonly width: number
  readonly height: number
  readonly slots: Record<string, string>
}

/** Null for an unknown template. Missing and blank slots take the template's own words; unknown ones are left out. */
export function fillTemplate(
  name: string,
  given: Readonly<Record<string, string | null>>,
  language: IntelligenceLanguage,
): FilledTemplate | null {
  const entry = templateCatalogue.find((known: TemplateEntry) => known.name === name)
  if (!entry) return null
  const { title, text, avoid, slots } = entry[language]
  const filled = Object.fromEntries(
    Object.entries(slots).map(([slot, [, usual]]) => [
      slot,
      (Object.hasOwn(given, slot) && given[slot]?.trim()) || usual,
    ]),
  )
  // NOTE: one pass, so that braces in a value stay what they are.
  const prompt = text.replace(/\{(\w+)\}/g, (_, slot: string) => filled[slot] ?? '')
  return {
    template: name,
    title,
    prompt,
    negative_prompt: avoid,
    width: entry.width,
    height: entry.height,
    slots: filled,
  }
}
