/** The one place where image engines are chosen. */
import process from 'node:process'

import { readChainSettings, settingOf, type ChainSettings, type Environment } from '../engine-settings.ts'
import type { EngineCapabilities, ImageEngine } from '../image-engine.ts'
import { engineKinds, type EngineKind } from './engine-kinds.ts'

export interface EngineDescription {
  readonly name: string
  readonly label: string
  readonly isNeural: boolean
  /** Null where the engine has no choice of models. */
  readonly model: string | null
  readonly capabilities: EngineCapabilities
  /** Nothing that it needs is missing. */
  readonly isConfigured: boolean
  /** Its place in `IMAGE_ENGINE`, from 0; null where it is not asked. */
  readonly place: number | null
}

/** All engines that this installation knows, the ones that are asked first, in their order. No key, no address in it. */
export function describeEngines(env: Environment = process.env): readonly EngineDescription[] {
  const { engines } = readChainSettings(env)
  const described = engineKinds.map((kind): EngineDescription => {
    const place = engines.findIndex(({ name }) => name === kind.name)
    const { model = null, editModel = null } = engines[place] ?? {}
    return {
      name: kind.name,
      label: kind.label,
      isNeural: kind.isNeural,
      model: model ?? kind.usualModel,
      capabilities: kind.capabilities({ env, model, editModel }),
      isConfigured: missingFor(kind, env).length === 0,
      place: place === -1 ? null : place,
    }
  })
  return described.toSorted((a, b) => (a.place ?? engines.length) - (b.place ?? engines.length))
}

/** @throws {Error} that names what is missing or unknown: an operator's mistake is told at once, not engine by engine */
export async function chosenEngines(settings: ChainSettings, env: Environment): Promise<readonly ImageEngine[]> {
  return Promise.all(
    settings.engines.map(({ name, model, editModel }) => {
      const kind = engineKinds.find((known) => known.name === name)
      if (kind === undefined) {
        throw new Error(
          `IMAGE_ENGINE names ${JSON.stringify(name)}; known are ${engineKinds.map((known) => known.name).join(', ')}`,
        )
      }
      const missing = missingFor(kind, env)
      if (missing.length > 0) throw new Error(`IMAGE_ENGINE=${name} needs ${missing.join(' and ')}`)
      return kind.create({ env, model, editModel, timeoutMs: settings.timeoutMs })
    }),
  )
}

function missingFor({ needs }: EngineKind, env: Environment): string[] {
  return needs.filter((names) => settingOf(env, ...names) === null).map((names) => names.join(' or '))
}
