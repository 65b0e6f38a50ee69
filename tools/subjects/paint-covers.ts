/**
 * Part of `npm run examples:paint`: the covers of our own workflows, painted from the words that their forms begin with,
 * as their first picture is.
 */
import { readFile, writeFile } from 'node:fs/promises'

import { paint } from '@product/engine'
import sharp from 'sharp'

import type { InputDefinition, StepDefinition } from '../../supabase/functions/_shared/contract/src/index.ts'

interface Template {
  readonly slug: string
  readonly inputs: readonly InputDefinition[]
  readonly steps: readonly StepDefinition[]
}

const schemas = new URL('../../supabase/schemas/35_workflows/70_templates.sql', import.meta.url)
const covers = new URL('../../app/src/features/workflow/covers/', import.meta.url)
/** As wide as a card, and from which share of its height on a taller picture is shown. */
const cover = { width: 560, height: 350 }
/** Chosen by the eye, as its person would among two. */
const chosen: Readonly<Record<string, { seed: number; from: number }>> = {
  'affiche-evenement': { seed: 4, from: 0.05 },
  'motif-wax': { seed: 1, from: 0.2 },
  'portrait-stylise': { seed: 7, from: 0.12 },
  'fiche-produit': { seed: 2, from: 0.3 },
  'bande-dessinee': { seed: 2, from: 0.1 },
  'carte-invitation': { seed: 14, from: 0.08 },
}

for (const [, text = ''] of (await readFile(schemas, 'utf8')).matchAll(/\$template\$(\{.*?\})\$template\$/gsu)) {
  const { slug, inputs, steps } = JSON.parse(text) as Template
  const painting = steps.find(({ kind }) => kind === 'generate')
  if (painting?.kind !== 'generate') continue
  const words = steps.flatMap(({ settings }) => ('prompt' in settings && settings.prompt) || [])[0] ?? ''
  const { width = 1024, height = 1024, negative_prompt: without } = painting.settings
  const { seed = 1, from = 0 } = chosen[slug] ?? {}
  const prompt = filled(words, inputs)
  const { data } = paint({ prompt, width, height, seed, ...(without && { negativePrompt: without }) })
  const raw = { width, height, channels: 3 } as const
  const top = Math.round(
    Math.min((height * cover.width) / width - cover.height, ((height * cover.width) / width) * from),
  )
  const picture = sharp(await sharp(data, { raw }).resize({ width: cover.width }).png().toBuffer())
  const bytes = await picture
    .extract({ left: 0, top, ...cover })
    .webp({ quality: 58, effort: 6 })
    .toBuffer()
  await writeFile(new URL(`${slug}.webp`, covers), bytes)
  console.log(`${slug}: ${bytes.byteLength} bytes`)
}

function filled(words: string, inputs: readonly InputDefinition[]): string {
  return words.replaceAll(/\{(\w+)\}/gu, (_, name) =>
    String(inputs.find((input) => input.name === name)?.default ?? ''),
  )
}
