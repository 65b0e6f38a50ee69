/** The calls of `cortexia-intelligence` (spec §7). What it proposes is a proposal: nothing of the person's is replaced. */
import {
  AnalyzeImageResult,
  AnalyzeResult,
  EnhanceResult,
  EnlargeResult,
  PlanResult,
  SearchByMeaningResult,
  TranslateResult,
  type IntelligenceRequestBody,
  type PromptTranslation,
  type ReferenceRole,
} from '@product/contract'
import * as v from 'valibot'

import { readConfig, requestHeaders } from '#data/config.ts'
import { supabase } from '#data/supabase.ts'
import { getLanguage } from '#i18n/language.ts'

import { IntelligenceError } from './intelligence-error.ts'

export interface ToEnhance {
  prompt: string
  negativePrompt: string | null
  /** Public addresses. */
  references: readonly string[]
}

export async function enhancePrompt({ prompt, negativePrompt, references }: ToEnhance): Promise<EnhanceResult> {
  const body = { prompt, negative_prompt: negativePrompt, references: [...references] }
  return v.parse(EnhanceResult, await ask({ action: 'enhance', ...body }))
}

/** What a description leaves open, and the steps that would make it. */
export async function analyzePrompt(prompt: string): Promise<AnalyzeResult> {
  return v.parse(AnalyzeResult, await ask({ action: 'analyze', prompt, language: getLanguage() }))
}

export interface ToPlan {
  prompt: string
  negativePrompt: string | null
  /** Of the references that would be sent. */
  roles: readonly ReferenceRole[]
}

/** What a picture of these words would show, and what it would cost. */
export async function planPicture({ prompt, negativePrompt, roles }: ToPlan, signal: AbortSignal): Promise<PlanResult> {
  const body = { prompt, negative_prompt: negativePrompt, roles: [...roles], language: getLanguage() }
  return v.parse(PlanResult, await ask({ action: 'plan', ...body }, signal))
}

/** What the words say in the language of the interface; null where nobody here can translate them now. */
export async function translatePrompt(prompt: string): Promise<PromptTranslation | null> {
  const answer = await ask({ action: 'translate', prompt, language: getLanguage() })
  return v.parse(TranslateResult, answer).translation
}

/** One's own picture, twice as large; null where it has its largest size. */
export async function enlargeImage(id: string): Promise<EnlargeResult['image']> {
  return v.parse(EnlargeResult, await ask({ action: 'enlarge', image_id: id })).image
}

export async function searchByMeaning(query: string, signal: AbortSignal): Promise<SearchByMeaningResult> {
  return v.parse(SearchByMeaningResult, await ask({ action: 'search_by_meaning', query }, signal))
}

export async function describeImage(imageUrl: string): Promise<AnalyzeImageResult> {
  return v.parse(AnalyzeImageResult, await ask({ action: 'analyze_image', imageUrl, language: getLanguage() }))
}

async function ask(body: IntelligenceRequestBody, signal?: AbortSignal): Promise<unknown> {
  const [client, config] = await Promise.all([supabase(), readConfig()])
  const { data } = await client.auth.getSession()
  const response = await fetch(`${config.supabaseUrl}/functions/v1/cortexia-intelligence`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...requestHeaders(config, data.session?.access_token),
    },
    body: JSON.stringify(body),
    ...(signal && { signal }),
  })
  const text = await response.text()
  if (!response.ok) throw new IntelligenceError(response.status, text)
  return JSON.parse(text)
}
