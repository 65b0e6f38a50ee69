// The traits of subjects by family, and of those that differ from their family.
import type { Stance, SubjectFamily, SubjectHome } from './subject.ts'

export interface Traits {
  readonly home: SubjectHome
  readonly stance: Stance
  readonly stature: number
}

const FAMILY_TRAITS: Readonly<Record<SubjectFamily, Traits>> = {
  aircraft: { home: 'sky', stance: 'air', stature: 1.6 },
  animal: { home: 'hills', stance: 'ground', stature: 0.6 },
  bird: { home: 'garden', stance: 'ground', stature: 0.35 },
  boat: { home: 'sea', stance: 'water', stature: 2 },
  building: { home: 'hills', stance: 'ground', stature: 2.6 },
  clothes: { home: 'table', stance: 'table', stature: 0.3 },
  drink: { home: 'table', stance: 'table', stature: 0.2 },
  fantasy: { home: 'forest', stance: 'ground', stature: 0.9 },
  festive: { home: 'interior', stance: 'table', stature: 0.3 },
  food: { home: 'table', stance: 'table', stature: 0.2 },
  furniture: { home: 'interior', stance: 'ground', stature: 0.7 },
  head: { home: 'courtyard', stance: 'bust', stature: 1 },
  insect: { home: 'garden', stance: 'ground', stature: 0.16 },
  instrument: { home: 'stage', stance: 'ground', stature: 0.55 },
  person: { home: 'courtyard', stance: 'bust', stature: 1 },
  plant: { home: 'garden', stance: 'ground', stature: 0.4 },
  sea: { home: 'underwater', stance: 'deep', stature: 0.45 },
  sport: { home: 'stadium', stance: 'ground', stature: 0.22 },
  thing: { home: 'table', stance: 'table', stature: 0.25 },
  vehicle: { home: 'street', stance: 'ground', stature: 1.1 },
}

/** « trait value: names » */
const HOMES: Readonly<Partial<Record<SubjectHome, string>>> = {
  savanna: `elephant giraffe lion zebra rhinoceros hippopotamus leopard water-buffalo ox bison gorilla monkey t-rex
    sauropod mammoth boar lizard snake eagle vulture cricket long-drum scorpion tractor minibus ambulance
    sport-utility-vehicle pickup-truck`,
  desert: 'camel two-hump-camel scorpion cactus',
  village: `zangbeto rooster chicken goat ewe ram cow donkey pig turkey duck goose baby-chick front-facing-baby-chick hatching-chick
    guide-dog dog well hut guinea-fowl cart mortar amphora basket pick shovel broom bucket`,
  forest: `bear wolf fox owl deer moose raccoon badger beaver skunk chipmunk hedgehog sloth orangutan mushroom
    brown-mushroom bat spider tiger panda koala parrot frog mage woman-mage man-mage unicorn`,
  ice: 'polar-bear penguin seal snowman snowman-without-snow sled skier snowboarder ice-skate ice-hockey curling-stone',
  beach: `crab turtle palm-tree coconut beach-with-umbrella spiral-shell flamingo volleyball thong-sandal bikini
    ring-buoy anchor surfboard fishing-pole man-surfing woman-surfing person-surfing`,
  lagoon: 'pelican canoe man-rowing-boat woman-rowing-boat person-rowing-boat crocodile swan otter',
  sea: `spouting-whale whale orca dolphin man-swimming woman-swimming person-swimming man-playing-water-polo
    woman-playing-water-polo person-playing-water-polo`,
  underwater: 'sea-turtle mermaid merman merperson diving-mask',
  sky: 'dove cloud rainbow sun star glowing-star crescent-moon snowflake phoenix dragon fireworks',
  space:
    'rocket satellite flying-saucer ringed-planet comet shooting-star alien alien-monster astronaut man-astronaut woman-astronaut',
  street:
    'wheel vertical-traffic-light police-car-light postbox wastebasket police-officer man-police-officer woman-police-officer umbrella',
  stadium: `man-running woman-running person-running man-lifting-weights woman-lifting-weights person-lifting-weights
    men-wrestling women-wrestling people-wrestling man-bouncing-ball woman-bouncing-ball person-bouncing-ball
    man-playing-handball woman-playing-handball person-playing-handball person-fencing man-cartwheeling woman-cartwheeling
    person-cartwheeling`,
  stage: `man-dancing woman-dancing ballet-dancer ballet-shoes singer man-singer woman-singer mirror-ball performing-arts
    man-juggling woman-juggling person-juggling clapper-board spotlight`,
  interior: `dog-asleep cat-asleep sewing-machine armchair throne cat black-cat hamster mouse rat poodle person-in-bed person-taking-bath technologist man-technologist
    woman-technologist teacher man-teacher woman-teacher scientist man-scientist woman-scientist judge man-judge woman-judge
    health-worker man-health-worker woman-health-worker man-mechanic woman-mechanic mechanic man-cook woman-cook cook
    framed-picture christmas-tree potted-plant treasure-chest crystal-ball teddy-bear magic-wand radio santa-claus mrs-claus
    trophy military-medal sports-medal joystick video-game game-die chess-pawn pool-8-ball yo-yo ghost skull robot
    jack-o-lantern bouquet rose sheaf-of-rice herb ginger-root`,
  garden: 'watering-can rabbit unicorn rosette fairy man-fairy woman-fairy kite balloon',
  field: 'farmer man-farmer woman-farmer sunflower tulip',
  courtyard: 'hammock headphone drum harp kimono clothes-line grill',
}

const STANCES: Readonly<Partial<Record<Stance, string>>> = {
  ground: `watering-can well ballet-dancer horse-racing man-biking man-bouncing-ball man-cartwheeling man-climbing man-dancing man-golfing
    man-in-lotus-position man-in-manual-wheelchair man-juggling man-kneeling man-lifting-weights man-mountain-biking
    man-playing-handball man-running man-standing man-superhero man-walking man-with-white-cane men-holding-hands
    men-wrestling people-holding-hands people-wrestling person-biking person-bouncing-ball
    person-cartwheeling person-climbing person-fencing person-golfing person-in-bed person-in-lotus-position
    person-juggling person-kneeling person-lifting-weights person-mountain-biking person-playing-handball person-running
    person-standing person-taking-bath person-walking skier snowboarder superhero supervillain
    woman-and-man-holding-hands woman-biking woman-bouncing-ball woman-cartwheeling woman-climbing woman-dancing
    woman-golfing woman-in-lotus-position woman-in-manual-wheelchair woman-juggling woman-kneeling woman-lifting-weights
    woman-mountain-biking woman-playing-handball woman-running woman-standing woman-superhero woman-walking
    woman-with-white-cane women-holding-hands women-wrestling hot-springs coat dress kimono luggage bathtub
    oil-drum axe ladder broom bucket shovel pick wheel basket postbox wastebasket vertical-traffic-light ring-buoy anchor
    salt-heaps treasure-chest amphora mortar boubou kora balafon talking-drum sewing-machine astronaut snail crab turtle shrimp fire rainbow umbrella grill clothes-line skateboard bicycle chair shield coffin`,
  bust: 'elf mage man-mage woman-mage ninja vampire man-vampire woman-vampire man-elf woman-elf zombie man-zombie woman-zombie',
  air: `bat butterfly monarch-butterfly honeybee fly dove eagle balloon kite parachute phoenix fairy man-fairy woman-fairy
    genie man-genie woman-genie cloud sun star glowing-star crescent-moon fireworks snowflake superhero man-superhero
    woman-superhero alien alien-monster flying-disc boomerang ghost parrot mirror-ball red-paper-lantern leaf-fluttering-in-wind
    feather flying-saucer bubbles droplet`,
  table: `mouse hamster microphone studio-microphone headphone radio maracas flute game-die chess-pawn yo-yo joystick
    video-game trophy sports-medal military-medal bouquet rose herb crystal-ball magic-wand skull teddy-bear seedling
    empty-nest nest-with-eggs fallen-leaf four-leaf-clover shamrock feather maple-leaf brown-mushroom spiral-shell pool-8-ball
    desk-lamp cowries jack-o-lantern television desktop-computer ping-pong boxing-glove badminton spider-web potted-plant`,
  water: `pelican spouting-whale whale orca dolphin swan duck lotus man-rowing-boat woman-rowing-boat person-rowing-boat man-surfing
    woman-surfing person-surfing man-swimming woman-swimming person-swimming man-playing-water-polo
    woman-playing-water-polo person-playing-water-polo`,
  deep: 'sea-turtle mermaid merman merperson diving-mask',
}

/** Shares of a grown person's height. */
const STATURES: readonly (readonly [number, string])[] = [
  [0.15, 'skateboard soccer-ball basketball volleyball football'],
  [1.15, 'zangbeto'],
  [0.85, 'well'],
  [0.07, 'ice hot-pepper onion tomato egg chestnut red-apple green-apple lemon peanuts ginger-root pea-pod salt'],
  [0.1, 'ant fly honeybee lady-beetle ring spiral-shell coin key pill nut-and-bolt safety-pin'],
  [0.14, 'butterfly monarch-butterfly spider snail game-die chess-pawn cherries candy'],
  [
    0.3,
    'rat hamster mouse frog baby-chick front-facing-baby-chick hatching-chick bird black-bird hedgehog lizard crab',
  ],
  [0.42, 'cat black-cat rabbit rooster chicken duck goose owl parrot monkey turtle penguin turkey chipmunk skunk'],
  [
    0.55,
    'dog poodle guide-dog service-dog goat ewe fox badger beaver raccoon pig boar koala sloth otter swan peacock flamingo',
  ],
  [
    0.8,
    'wolf leopard tiger lion bear panda deer chair child boy girl t-shirt television bicycle motor-scooter kick-scooter',
  ],
  [0.95, 'cow ox donkey ram orangutan gorilla motorcycle couch-and-lamp bathtub bed dress coat kimono'],
  [
    1.2,
    'horse camel two-hump-camel zebra moose water-buffalo bison rhinoceros hippopotamus llama polar-bear unicorn taxi automobile',
  ],
  [
    1.9,
    'elephant mammoth minibus bus ambulance tree articulated-lorry delivery-truck train locomotive tram trolleybus fire-engine',
  ],
  [2.4, 'giraffe t-rex sauropod deciduous-tree palm-tree evergreen-tree christmas-tree leafless-tree'],
  [
    3.4,
    'castle church mosque ferris-wheel lighthouse tokyo-tower statue-of-liberty roller-coaster hindu-temple office-building',
  ],
  [2.2, 'whale spouting-whale'],
  [
    1,
    'shark dolphin orca seal octopus skier snowboarder santa-claus mrs-claus snowman mermaid merman merperson fairy man-fairy woman-fairy troll hairy-creature',
  ],
  [0.7, 'kora mortar'],
  [0.5, 'balafon long-drum guitar harp musical-keyboard'],
  [0.72, 'sewing-machine hammock'],
  [1, 'astronaut people-wrestling'],
  [0.85, 'throne'],
  [0.3, 'watering-can dog-asleep'],
  [0.26, 'cat-asleep'],
  [2.1, 'statue'],
  [0.66, 'armchair'],
  [0.36, 'desk-lamp bottle'],
  [0.16, 'cowries fried-plantain chef-hat'],
  [0.4, 'talking-drum drum violin saxophone crocodile luggage backpack rosette'],
  [
    0.2,
    `mobile-phone scissors glasses sunglasses candle microphone pen pencil hammer scissors lipstick glass-of-milk hot-beverage
    tumbler-glass glass-of-juice glass-of-water`,
  ],
  [1.05, 'fridge blackboard fan cart boubou'],
  [0.42, 'stool guinea-fowl'],
  [0.25, 'mat'],
  [0.55, 'pelican bench'],
  [0.7, 'salt-heaps grill'],
  [1.15, 'clothes-line'],
  [0.1, 'plate'],
]

const HEADS_ONLY = 'moose unicorn alien ogre goblin skull ninja'

const UNDYED = `cloud sun rainbow fire droplet snowflake globe-showing-europe-africa world-map`

function byName<Value>(lists: readonly (readonly [Value, string])[]): ReadonlyMap<string, Value> {
  return new Map(lists.flatMap(([value, names]) => wordsOf(names).map((name) => [name, value] as const)))
}

function wordsOf(names: string): string[] {
  return names.trim().split(/\s+/)
}

const homes = byName(Object.entries(HOMES) as [SubjectHome, string][])
const stances = byName(Object.entries(STANCES) as [Stance, string][])
const statures = byName(STATURES)
const headsOnly: ReadonlySet<string> = new Set(wordsOf(HEADS_ONLY))
const undyed: ReadonlySet<string> = new Set(wordsOf(UNDYED))

export function traitsOf(id: string, family: SubjectFamily): Traits {
  const usual = FAMILY_TRAITS[family]
  return {
    home: homes.get(id) ?? usual.home,
    stance: stances.get(id) ?? usual.stance,
    stature: statures.get(id) ?? usual.stature,
  }
}

export function isHeadOnly(id: string): boolean {
  return headsOnly.has(id)
}

export function isRecolourable(id: string): boolean {
  return !undyed.has(id)
}
