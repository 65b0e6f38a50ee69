// All committed drawings, by family: for whoever holds them in memory.
import aircraft from './data/drawings/aircraft.json' with { type: 'json' }
import animal from './data/drawings/animal.json' with { type: 'json' }
import bird from './data/drawings/bird.json' with { type: 'json' }
import boat from './data/drawings/boat.json' with { type: 'json' }
import building from './data/drawings/building.json' with { type: 'json' }
import clothes from './data/drawings/clothes.json' with { type: 'json' }
import drink from './data/drawings/drink.json' with { type: 'json' }
import fantasy from './data/drawings/fantasy.json' with { type: 'json' }
import festive from './data/drawings/festive.json' with { type: 'json' }
import food from './data/drawings/food.json' with { type: 'json' }
import furniture from './data/drawings/furniture.json' with { type: 'json' }
import head from './data/drawings/head.json' with { type: 'json' }
import insect from './data/drawings/insect.json' with { type: 'json' }
import instrument from './data/drawings/instrument.json' with { type: 'json' }
import person from './data/drawings/person.json' with { type: 'json' }
import plant from './data/drawings/plant.json' with { type: 'json' }
import sea from './data/drawings/sea.json' with { type: 'json' }
import sport from './data/drawings/sport.json' with { type: 'json' }
import thing from './data/drawings/thing.json' with { type: 'json' }
import vehicle from './data/drawings/vehicle.json' with { type: 'json' }
import type { WrittenDrawing } from './decode.ts'
import { addDrawings } from './drawing-store.ts'

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

for (const family of FAMILIES) addDrawings(family as Readonly<Record<string, WrittenDrawing>>)
