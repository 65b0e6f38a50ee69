/** The one place where an image engine is chosen. */
import { createBuiltinEngine } from './builtin.ts'
import type { ImageEngine } from './image-engine.ts'

let engine: ImageEngine | undefined

export function imageEngine(): ImageEngine {
  engine ??= createBuiltinEngine()
  return engine
}
