/** Descriptions in other languages and what they say in one that the engine reads, as long as this page lives. */
import type { PromptTranslation } from '@product/contract'
import { create } from 'zustand'

import { translatePrompt } from '#entities/intelligence/intelligence-api.ts'

const most = 20

/** By the very words that were translated. */
const useTranslations = create<{ known: ReadonlyMap<string, PromptTranslation> }>()(() => ({ known: new Map() }))

export function translationOf(prompt: string): PromptTranslation | null {
  return useTranslations.getState().known.get(prompt.trim()) ?? null
}

export function useTranslation(prompt: string): PromptTranslation | null {
  return useTranslations(({ known }) => known.get(prompt.trim())) ?? null
}

/** What a picture of these words is painted by. */
export function paintedWords(prompt: string): string {
  return translationOf(prompt)?.text ?? prompt.trim()
}

export function usePaintedWords(prompt: string): string {
  return useTranslation(prompt)?.text ?? prompt.trim()
}

export function keepTranslation(prompt: string, translation: PromptTranslation): void {
  useTranslations.setState(({ known }) => ({
    known: new Map([...[...known].slice(-most), [prompt.trim(), translation]]),
  }))
}

/** The words themselves again. */
export function dropTranslation(prompt: string): void {
  useTranslations.setState(({ known }) => ({ known: new Map([...known].filter(([words]) => words !== prompt.trim())) }))
}

/** Whether it is there now. */
export async function translate(prompt: string): Promise<boolean> {
  const translation = await translatePrompt(prompt.trim()).catch(() => null)
  if (translation !== null) keepTranslation(prompt, translation)
  return translation !== null
}
