import { OWN_ANIMALS } from './animals.ts'
import { OWN_AS_ASKED } from './as-asked.ts'
import { OWN_ASKED_FOR } from './asked-for.ts'
import { OWN_FARM_ANIMALS } from './beasts/farm-animals.ts'
import { OWN_LARGE_ANIMALS } from './beasts/large-animals.ts'
import { OWN_POULTRY } from './beasts/poultry.ts'
import { OWN_SEA_ANIMALS } from './beasts/sea-animals.ts'
import { OWN_SMALL_ANIMALS } from './beasts/small-animals.ts'
import { OWN_WILD_ANIMALS } from './beasts/wild-animals.ts'
import { OWN_WORN_BY_ANIMALS } from './beasts/worn-by-animals.ts'
import { OWN_BELONGINGS } from './belongings.ts'
import { OWN_BODIES } from './bodies.ts'
import { OWN_DRAWINGS, type OwnDrawing } from './drawings.ts'
import { OWN_HOME_THINGS } from './home-things.ts'
import { OWN_IN_THEIR_PLACE } from './in-their-place.ts'
import { OWN_IN_TOWN } from './in-town.ts'
import { OWN_SCENES } from './scenes.ts'
import { OWN_SET_DOWN } from './set-down.ts'
import { OWN_STREET_THINGS } from './street-things.ts'
import { OWN_THINGS } from './things.ts'
import { OWN_WEST_AFRICAN } from './west-african.ts'

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
  ...OWN_SEA_ANIMALS,
  ...OWN_FARM_ANIMALS,
  ...OWN_STREET_THINGS,
  ...OWN_POULTRY,
  ...OWN_AS_ASKED,
  ...OWN_IN_TOWN,
  ...OWN_WORN_BY_ANIMALS,
  ...OWN_WEST_AFRICAN,
  ...OWN_SET_DOWN,
  ...OWN_BELONGINGS,
  ...OWN_IN_THEIR_PLACE,
  ...OWN_ASKED_FOR,
]
