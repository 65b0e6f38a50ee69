/** What engines without a provider are called and can do; apart from them, so that a list of engines loads none. */
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

export const comfyuiLabel = 'ComfyUI'

/** `references`: more where the server has nodes that steer, or the operator's workflow takes them. */
export const comfyuiCapabilities: EngineCapabilities = { ...builtinCapabilities, references: 1 }

export const sdapiLabel = 'Stable Diffusion'

/** `references`: three where the server is stable-diffusion.cpp. */
export const sdapiCapabilities: EngineCapabilities = { ...comfyuiCapabilities, roles: false }
