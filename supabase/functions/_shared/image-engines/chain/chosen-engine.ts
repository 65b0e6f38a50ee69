/** The one place where image engines are chosen. */
import { engineNeeds, type EngineName } from '../../settings/images.ts'
import { ownEnvironment, SettingsReader, type Environment, type Setting } from '../../settings/reader.ts'
import { readChainSettings, type ChainSettings } from '../engine-settings.ts'
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
export function describeEngines(env: Environment = ownEnvironment): readonly EngineDescription[] {
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
      isConfigured: missingFor(kind.name, env).length === 0,
      place: place === -1 ? null : place,
    }
  })
  return described.toSorted((a, b) => (a.place ?? engines.length) - (b.place ?? engines.length))
}

/** @throws {Error} that names what is missing: an operator's mistake is told at once, not engine by engine */
export async function chosenEngines(settings: ChainSettings, env: Environment): Promise<readonly ImageEngine[]> {
  return Promise.all(
    settings.engines.map(({ name, model, editModel }) => {
      const missing = missingFor(name, env)
      if (missing.length > 0) throw new Error(`IMAGE_ENGINE=${name} needs ${missing.join(' and ')}`)
      return kindOf(name).create({ env, model, editModel, timeoutMs: settings.timeoutMs })
    }),
  )
}

function kindOf(name: EngineName): EngineKind {
  const kind = engineKinds.find((known) => known.name === name)
  if (kind === undefined) throw new Error(`No engine is called ${name}`)
  return kind
}

function missingFor(name: EngineName, env: Environment): string[] {
  const reader = new SettingsReader(env)
  const needs: readonly (readonly Setting[])[] = engineNeeds[name]
  const missing = needs.filter((settings) => !settings.some((setting) => reader.isSet(setting.name)))
  return missing.map((settings) => settings.map((setting) => setting.name).join(' or '))
}
