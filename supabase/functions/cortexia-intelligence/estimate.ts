/** What a generation will cost and about how long it takes. */
import type { SupabaseClient } from '@supabase/supabase-js'

import { readChainSettings } from '../_shared/image-engines/engine-settings.ts'

/** Spec §9, for where the price cannot be read. */
const usualPrices = { generation: 1, 'generation:trial': 0 } as const
type Sku = keyof typeof usualPrices
const priceLastsMs = 60_000

const prices = new Map<Sku, { readonly credits: number; readonly until: number }>()

export async function priceOf(client: SupabaseClient, sku: Sku): Promise<number> {
  const known = prices.get(sku)
  if (known !== undefined && Date.now() < known.until) return known.credits
  const { data } = await client.from('price_book').select('credits').eq('sku', sku).maybeSingle<{ credits: number }>()
  if (data === null) return usualPrices[sku]
  prices.set(sku, { credits: data.credits, until: Date.now() + priceLastsMs })
  return data.credits
}

/** Of the built-in engine as measured; of others as their makers say for one picture. */
const builtinSeconds = { perMegapixel: 1.2, perImage: 0.5, always: 1 }
const otherSeconds = 20
const pixelsOfOne = 1024 * 1024

export async function estimate(
  client: SupabaseClient,
  { width, height, imageCount }: { width: number; height: number; imageCount: number },
): Promise<{ estimated_cost: number; estimated_seconds: number }> {
  const engine = readChainSettings().engines[0]?.name ?? 'builtin'
  const { always, perImage, perMegapixel } = builtinSeconds
  const builtin = always + perMegapixel * ((width * height) / pixelsOfOne) + perImage * Math.min(3, imageCount)
  return {
    estimated_cost: await priceOf(client, 'generation'),
    estimated_seconds: Math.ceil(engine === 'builtin' ? builtin : otherSeconds),
  }
}
