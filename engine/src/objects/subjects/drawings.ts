// The committed drawings by family, decoded when first asked for.
import aircraft from './data/aircraft.json' with { type: 'json' }
import animal from './data/animal.json' with { type: 'json' }
import bird from './data/bird.json' with { type: 'json' }
import boat from './data/boat.json' with { type: 'json' }
import building from './data/building.json' with { type: 'json' }
import clothes from './data/clothes.json' with { type: 'json' }
import drink from './data/drink.json' with { type: 'json' }
import fantasy from './data/fantasy.json' with { type: 'json' }
import festive from './data/festive.json' with { type: 'json' }
import food from './data/food.json' with { type: 'json' }
import furniture from './data/furniture.json' with { type: 'json' }
import head from './data/head.json' with { type: 'json' }
import insect from './data/insect.json' with { type: 'json' }
import instrument from './data/instrument.json' with { type: 'json' }
import person from './data/person.json' with { type: 'json' }
import plant from './data/plant.json' with { type: 'json' }
import sea from './data/sea.json' with { type: 'json' }
import sport from './data/sport.json' with { type: 'json' }
import thing from './data/thing.json' with { type: 'json' }
import vehicle from './data/vehicle.json' with { type: 'json' }
import { decodeDrawing, type Drawing, type WrittenDrawing } from './decode.ts'

const FAMILIES: readonly unknown[] = [
  aircraft,
  animal,
  bird,
  boat,
  building,
  clothes,
  drink,
  fantasy,
  festive,
  food,
  furniture,
  head,
  insect,
  instrument,
  person,
  plant,
  sea,
  sport,
  thing,
  vehicle,
]

const written = new Map<string, WrittenDrawing>(
  FAMILIES.flatMap((family) => Object.entries(family as Readonly<Record<string, WrittenDrawing>>)),
)
const decoded = new Map<string, Drawing>()

/** Decoding keeps what is asked for again and again; a picture needs a handful. */
const MOST_KEPT = 40

export function drawingOf(id: string): Drawing {
  const known = decoded.get(id)
  if (known) return known
  const own = written.get(id)
  if (!own) throw new Error(`No subject is drawn under ${id}`)
  const drawing = decodeDrawing(own)
  if (decoded.size >= MOST_KEPT) decoded.clear()
  decoded.set(id, drawing)
  return drawing
}

export function drawnIds(): IterableIterator<string> {
  return written.keys()
}
