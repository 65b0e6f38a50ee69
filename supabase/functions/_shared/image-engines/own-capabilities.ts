/** What engines on the operator's own servers can do, as far as it is known before the server was asked. */
import type { EngineCapabilities } from './image-engine.ts'

export const comfyuiLabel = 'ComfyUI'

/** `references`: more where the server has nodes that steer, or the operator's workflow takes them. */
export const comfyuiCapabilities: EngineCapabilities = {
  references: 1,
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

export const sdapiLabel = 'Stable Diffusion'

/** `references`: three where the server is stable-diffusion.cpp. */
export const sdapiCapabilities: EngineCapabilities = { ...comfyuiCapabilities, roles: false }
