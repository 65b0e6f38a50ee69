/** What the built-in engine is called and can do; apart from it, so that a list of engines loads no engine. */
import type { EngineCapabilities } from './image-engine.ts'

export const builtinLabel = 'Moteur intégré (procédural, sans réseau de neurones)'

export const builtinCapabilities: EngineCapabilities = {
  references: 3,
  roles: true,
  influence: true,
  masks: false,
  negativePrompt: 'native',
  seed: true,
  size: 'exact',
  count: 1,
  progress: 'real',
  cancel: 'upstream',
}
