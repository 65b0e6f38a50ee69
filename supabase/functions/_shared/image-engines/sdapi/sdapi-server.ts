/** What the families of servers that speak `sdapi` have in common, and which of them one is. */
import { Buffer } from 'node:buffer'

import {
  EngineError,
  type EngineImage,
  type ImageContext,
  type ImageOrder,
  type ReferenceReceipt,
} from '../image-engine.ts'
import { asInit, denoiseFor, leftOutByEngine, onGrid } from '../self-hosted/own-references.ts'
import { isObject, parseJson, type OwnServer } from '../self-hosted/own-server.ts'

export interface SdapiSettings {
  readonly url: string
  /** Of `--api-auth`. */
  readonly user: string | null
  readonly password: string | null
  /** A checkpoint's name; the server's own where null. */
  readonly model: string | null
  /** The server's own where null. */
  readonly steps: number | null
  /** Between two looks; 700 ms. */
  readonly pollMs?: number
}

/**
 * `web`: AUTOMATIC1111 and Forge, one request per picture. `next`: SD.Next's jobs. `cpp`: the native jobs of
 * stable-diffusion.cpp. `cpp-web`: an older stable-diffusion.cpp, with one request per picture.
 */
export type SdapiFamily = 'web' | 'next' | 'cpp' | 'cpp-web'

export interface SdapiServer {
  readonly server: OwnServer
  readonly settings: SdapiSettings
  readonly pollMs: number
}

export interface Painter {
  paint(order: ImageOrder, context: ImageContext): Promise<Painted>
}
export type Painted = Pick<EngineImage, 'file' | 'seed' | 'receipts'>

export async function detectFamily(server: OwnServer, signal: AbortSignal): Promise<SdapiFamily> {
  const native = await look(server, '/sdcpp/v1/capabilities', signal)
  if (native && (!Array.isArray(native['supported_modes']) || native['supported_modes'].includes('img_gen')))
    return 'cpp'
  const jobs = await look(server, '/sdapi/v2/jobs?limit=1', signal)
  if (Array.isArray(jobs?.['items'])) return 'next'
  const models = await look(server, '/v1/models', signal)
  const listed = Array.isArray(models?.['data']) ? (models['data'] as unknown[]) : []
  if (listed.some((model) => isObject(model) && model['id'] === 'sd-cpp-local')) return 'cpp-web'
  if (await look(server, '/sdapi/v1/options', signal)) return 'web'
  throw new EngineError(
    'engine_failed',
    `${server.label}: no API of Stable Diffusion there (was it started with --api?)`,
    {
      isRetryable: false,
    },
  )
}

/** Null where the server has no such page; other troubles are errors, lest a busy server be taken for another one. */
async function look(server: OwnServer, path: string, signal: AbortSignal): Promise<Record<string, unknown> | null> {
  const answer = await server.request(path, { signal, limit: 64 * 2 ** 20 })
  if ([400, 404, 405, 422].includes(answer.status)) return null
  if (answer.status !== 200) throw server.refusal(answer)
  const body = parseJson(answer.body)
  return isObject(body) ? body : null
}

/** The fields that all families call the same. */
export function fieldsOf(order: ImageOrder): Record<string, unknown> {
  const { width, height } = onGrid(order.width, order.height)
  return {
    prompt: withoutExtraArgs(order.prompt),
    negative_prompt: withoutExtraArgs(order.negativePrompt ?? ''),
    width,
    height,
    seed: order.seed,
  }
}

const extraArgs = /<\s*sd_cpp_extra_args[^>]*>.*?(?:<\/\s*sd_cpp_extra_args\s*>|$)/gis
const strayTag = /<\/?\s*sd_cpp_extra_args[^>]*>?/gi

/** In a prompt, stable-diffusion.cpp takes what stands between these tags for orders to itself. */
export function withoutExtraArgs(text: string): string {
  const inPairs = text.replace(extraArgs, '')
  const without = inPairs === text ? text.replace(strayTag, '') : inPairs
  // What is left may have grown together into a tag.
  return without === text ? text : withoutExtraArgs(without)
}

export interface StartPicture {
  readonly picture: string
  readonly strength: number
}

/** The first reference; several would be a batch, not a blend. */
export function startOf({ references: [first] }: ImageOrder): StartPicture | null {
  return first ? { picture: base64(first.file), strength: denoiseFor(first.influence) } : null
}

export function onlyFirstServes({ references }: ImageOrder): ReferenceReceipt[] {
  return references.map((reference, index) => (index === 0 ? asInit(1, reference) : leftOutByEngine(index + 1)))
}

export function base64(file: Uint8Array): string {
  return Buffer.from(file.buffer, file.byteOffset, file.byteLength).toString('base64')
}

/** A base64 picture of any order's size, its JSON, and the references that some servers repeat. */
export const answerLimit = 192 * 2 ** 20
