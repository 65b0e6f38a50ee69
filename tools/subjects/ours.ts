import { OWN_ANIMALS } from './own-animals.ts'
import { OWN_BODIES } from './own-bodies.ts'
import { OWN_DRAWINGS, type OwnDrawing } from './own-drawings.ts'
import { OWN_HOME_THINGS } from './own-home-things.ts'
import { OWN_LARGE_ANIMALS } from './own-large-animals.ts'
import { OWN_SCENES } from './own-scenes.ts'
import { OWN_SMALL_ANIMALS } from './own-small-animals.ts'
import { OWN_THINGS } from './own-things.ts'
import { OWN_WILD_ANIMALS } from './own-wild-animals.ts'

/** Ours come in place of a drawing of the same name. */
export const OURS: readonly OwnDrawing[] = [
  ...OWN_DRAWINGS,
  ...OWN_THINGS,
  ...OWN_BODIES,
  ...OWN_ANIMALS,
  ...OWN_LARGE_ANIMALS,
  ...OWN_SCENES,
  ...OWN_WILD_ANIMALS,
  ...OWN_SMALL_ANIMALS,
  ...OWN_HOME_THINGS,
]
