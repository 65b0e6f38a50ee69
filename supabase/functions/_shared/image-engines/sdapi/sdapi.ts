/** Whatever speaks the API of Stable Diffusion's web UI, by its address; which family it is of is found out once. */
import type { EngineImage, ImageContext, ImageEngine, ImageOrder } from '../image-engine.ts'
import { sdapiCapabilities, sdapiLabel } from '../local-capabilities.ts'
import { onGrid } from '../self-hosted/own-references.ts'
import { basicAuthorization, createOwnServer, withoutPrompt } from '../self-hosted/own-server.ts'
import { cppJobs } from './sdapi-cpp.ts'
import { createJobsPainter } from './sdapi-jobs.ts'
import { nextJobs } from './sdapi-next.ts'
import {
  detectFamily,
  withoutExtraArgs,
  type Painter,
  type SdapiFamily,
  type SdapiServer,
  type SdapiSettings,
} from './sdapi-server.ts'
import { createWebPainter } from './sdapi-web.ts'

const names: Record<SdapiFamily, string> = {
  web: 'Stable Diffusion web UI',
  next: 'SD.Next',
  cpp: 'stable-diffusion.cpp',
  'cpp-web': 'stable-diffusion.cpp',
}

export function createSdapiEngine(settings: SdapiSettings): ImageEngine {
  const authorization = settings.user === null ? null : basicAuthorization(settings.user, settings.password ?? '')
  const server = createOwnServer({ label: 'The sdapi server', url: settings.url, authorization })
  const base: SdapiServer = { server, settings, pollMs: settings.pollMs ?? 700 }
  let known: { readonly family: SdapiFamily; readonly painter: Painter } | null = null

  async function generate(order: ImageOrder, context: ImageContext): Promise<EngineImage> {
    try {
      context.signal.throwIfAborted()
      const family = known?.family ?? (await detectFamily(server, context.signal))
      // NOTE: another order may have found out meanwhile; its turns must be ours.
      known ??= { family, painter: painterOf(family, base) }
      const painted = await known.painter.paint(order, context)
      const facts = { server: names[known.family], ...(settings.model && { checkpoint: settings.model }) }
      return { ...painted, facts, warnings: warningsOf(order) }
    } catch (error) {
      if (context.signal.aborted) throw context.signal.reason
      throw withoutPrompt(error, order)
    }
  }

  return {
    name: 'sdapi',
    label: sdapiLabel,
    isNeural: true,
    // One graphics card, and for the web UI the only way to know whose progress it tells.
    concurrency: 1,
    capabilities: () =>
      known?.family.startsWith('cpp')
        ? { ...sdapiCapabilities, references: 3, progress: 'estimated' }
        : sdapiCapabilities,
    generate,
  }
}

function painterOf(family: SdapiFamily, base: SdapiServer): Painter {
  if (family === 'next') return createJobsPainter(base, nextJobs)
  if (family === 'cpp') return createJobsPainter(base, cppJobs)
  return createWebPainter(base, family === 'cpp-web')
}

function warningsOf(order: ImageOrder): string[] {
  const isCut = withoutExtraArgs(order.prompt) !== order.prompt
  return [
    ...onGrid(order.width, order.height).warnings,
    ...(isCut ? ['Des instructions cachées dans la description ont été retirées.'] : []),
  ]
}
