// The traits of subjects by family, and of those that differ from their family.
import type { Stance, SubjectFamily, SubjectHome } from './subject.ts'

export interface Traits {
  readonly home: SubjectHome
  readonly stance: Stance
  readonly stature: number
}

interface FamilyTraits extends Omit<Traits, 'stature'> {
  readonly metres: number
}

const FAMILY_TRAITS: Readonly<Record<SubjectFamily, FamilyTraits>> = {
  aircraft: { home: 'sky', stance: 'air', metres: 3 },
  animal: { home: 'hills', stance: 'ground', metres: 1 },
  bird: { home: 'garden', stance: 'ground', metres: 0.4 },
  boat: { home: 'sea', stance: 'water', metres: 2.4 },
  building: { home: 'hills', stance: 'ground', metres: 4.6 },
  clothes: { home: 'table', stance: 'table', metres: 0.4 },
  drink: { home: 'table', stance: 'table', metres: 0.22 },
  fantasy: { home: 'forest', stance: 'ground', metres: 1.6 },
  festive: { home: 'interior', stance: 'table', metres: 0.4 },
  food: { home: 'table', stance: 'table', metres: 0.22 },
  furniture: { home: 'interior', stance: 'ground', metres: 1 },
  head: { home: 'courtyard', stance: 'bust', metres: 1.7 },
  insect: { home: 'garden', stance: 'ground', metres: 0.12 },
  instrument: { home: 'stage', stance: 'ground', metres: 0.8 },
  person: { home: 'courtyard', stance: 'bust', metres: 1.7 },
  plant: { home: 'garden', stance: 'ground', metres: 0.6 },
  sea: { home: 'underwater', stance: 'deep', metres: 0.7 },
  sport: { home: 'stadium', stance: 'ground', metres: 0.35 },
  thing: { home: 'table', stance: 'table', metres: 0.35 },
  vehicle: { home: 'street', stance: 'ground', metres: 1.6 },
}

/** « trait value: names » */
const HOMES: Readonly<Partial<Record<SubjectHome, string>>> = {
  savanna: `hornbill elephant giraffe lion lioness mango-tree hyena zebra rhinoceros hippopotamus leopard water-buffalo ox bison gorilla monkey t-rex
    sauropod mammoth boar lizard snake eagle vulture cricket long-drum scorpion tractor ambulance
    sport-utility-vehicle pickup-truck`,
  table: 'cake chocolate-cake cake-candle',
  desert: 'camel two-hump-camel scorpion cactus',
  village: `egungun zangbeto rooster chicken goat ewe ram cow donkey pig turkey duck goose baby-chick front-facing-baby-chick hatching-chick
    guide-dog dog well hut guinea-fowl cart mortar amphora basket pick shovel broom bucket`,
  forest: `sugar-shack pangolin bear wolf fox owl deer moose raccoon badger beaver skunk chipmunk hedgehog sloth orangutan mushroom
    brown-mushroom bat spider tiger panda koala parrot frog mage woman-mage man-mage unicorn`,
  ice: 'polar-bear penguin seal snowman snowman-without-snow sled skier snowboarder ice-skate ice-hockey curling-stone',
  beach: `crab turtle palm-tree coconut beach-with-umbrella spiral-shell flamingo volleyball thong-sandal bikini
    ring-buoy anchor surfboard fishing-pole man-surfing woman-surfing person-surfing`,
  lagoon: 'pelican canoe man-rowing-boat woman-rowing-boat person-rowing-boat crocodile swan otter',
  sea: `spouting-whale whale orca dolphin man-swimming woman-swimming person-swimming man-playing-water-polo
    woman-playing-water-polo person-playing-water-polo`,
  underwater: 'sea-turtle mermaid merman merperson diving-mask',
  sky: 'bird-flying dove cloud rainbow sun star glowing-star crescent-moon snowflake phoenix dragon fireworks',
  space:
    'rocket satellite flying-saucer ringed-planet comet shooting-star alien alien-monster astronaut man-astronaut woman-astronaut',
  street:
    'pigeon airplane-parked gelede wheel vertical-traffic-light police-car-light postbox wastebasket police-officer man-police-officer woman-police-officer umbrella airplane-parked gelede',
  stadium: `barbell man-running woman-running person-running man-lifting-weights woman-lifting-weights person-lifting-weights
    wrestler men-wrestling women-wrestling people-wrestling man-bouncing-ball woman-bouncing-ball person-bouncing-ball
    man-playing-handball woman-playing-handball person-playing-handball person-fencing man-cartwheeling woman-cartwheeling
    person-cartwheeling`,
  stage: `man-dancing woman-dancing ballet-dancer ballet-shoes singer man-singer woman-singer mirror-ball performing-arts
    man-juggling woman-juggling person-juggling clapper-board spotlight`,
  interior: `punching-bag bread-oven dog-asleep cat-asleep sewing-machine armchair throne cat black-cat hamster mouse rat poodle person-in-bed person-taking-bath technologist man-technologist
    woman-technologist teacher man-teacher woman-teacher scientist man-scientist woman-scientist judge man-judge woman-judge
    health-worker man-health-worker woman-health-worker man-mechanic woman-mechanic mechanic man-cook woman-cook cook
    framed-picture christmas-tree potted-plant treasure-chest crystal-ball teddy-bear magic-wand radio santa-claus mrs-claus
    trophy military-medal sports-medal joystick video-game game-die chess-pawn pool-8-ball yo-yo ghost skull robot
    jack-o-lantern bouquet rose sheaf-of-rice herb ginger-root`,
  garden: 'watering-can rabbit unicorn rosette fairy man-fairy woman-fairy kite balloon',
  field: 'donkey-cart farmer man-farmer woman-farmer sunflower tulip',
  courtyard: 'agouti flag agama hammock headphone drum harp kimono clothes-line grill',
}

const STANCES: Readonly<Partial<Record<Stance, string>>> = {
  ground: `flag watering-can well ballet-dancer horse-racing man-biking man-bouncing-ball man-cartwheeling man-climbing man-dancing man-golfing
    man-in-lotus-position man-in-manual-wheelchair man-juggling man-kneeling man-lifting-weights man-mountain-biking
    man-playing-handball man-running man-standing man-superhero man-walking man-with-white-cane men-holding-hands
    wrestler men-wrestling people-holding-hands people-wrestling person-biking person-bouncing-ball
    person-cartwheeling person-climbing person-fencing person-golfing person-in-bed person-in-lotus-position
    person-juggling person-kneeling person-lifting-weights person-mountain-biking person-playing-handball person-running
    person-standing person-taking-bath person-walking skier snowboarder superhero supervillain
    woman-and-man-holding-hands woman-biking woman-bouncing-ball woman-cartwheeling woman-climbing woman-dancing
    woman-golfing woman-in-lotus-position woman-in-manual-wheelchair woman-juggling woman-kneeling woman-lifting-weights
    woman-mountain-biking woman-playing-handball woman-running woman-standing woman-superhero woman-walking
    woman-with-white-cane women-holding-hands women-wrestling hot-springs coat dress kimono luggage bathtub
    oil-drum axe ladder broom bucket shovel pick wheel basket postbox wastebasket vertical-traffic-light ring-buoy anchor
    salt-heaps treasure-chest airplane-parked gelede amphora mortar boubou kora balafon talking-drum sewing-machine astronaut snail crab turtle shrimp fire rainbow umbrella grill clothes-line skateboard bicycle chair shield coffin`,
  bust: 'elf mage man-mage woman-mage ninja vampire man-vampire woman-vampire man-elf woman-elf zombie man-zombie woman-zombie',
  air: `bird-flying bat butterfly monarch-butterfly honeybee fly dove eagle balloon kite parachute phoenix fairy man-fairy woman-fairy
    genie man-genie woman-genie cloud sun star glowing-star crescent-moon fireworks snowflake superhero man-superhero
    woman-superhero alien alien-monster flying-disc boomerang ghost parrot mirror-ball red-paper-lantern leaf-fluttering-in-wind
    feather flying-saucer bubbles droplet`,
  table: `mouse hamster microphone studio-microphone headphone radio maracas flute game-die chess-pawn yo-yo joystick
    video-game trophy sports-medal military-medal bouquet rose herb crystal-ball magic-wand skull teddy-bear seedling
    empty-nest nest-with-eggs awale x-ray fallen-leaf four-leaf-clover shamrock feather maple-leaf brown-mushroom spiral-shell pool-8-ball cake chocolate-cake
    desk-lamp cowries jack-o-lantern television desktop-computer ping-pong boxing-glove badminton spider-web potted-plant`,
  water: `pelican spouting-whale whale orca dolphin swan duck lotus man-rowing-boat woman-rowing-boat person-rowing-boat man-surfing
    woman-surfing person-surfing man-swimming woman-swimming person-swimming man-playing-water-polo
    woman-playing-water-polo person-playing-water-polo`,
  deep: 'sea-turtle mermaid merman merperson diving-mask',
}

/** How tall they are, in metres, as they are drawn: with antlers and aerials, without what they stand on. */
const METRES: readonly (readonly [number, string])[] = [
  [0.03, 'ant fly honeybee lady-beetle ring coin key pill nut-and-bolt safety-pin'],
  [
    0.06,
    'macaron ice hot-pepper onion tomato egg chestnut lemon peanuts ginger-root pea-pod salt cherries candy game-die spider snail',
  ],
  [
    0.1,
    'cake-candle red-apple green-apple spiral-shell chess-pawn fritter butterfly monarch-butterfly mango tangerine cowries yo-yo',
  ],
  [
    0.14,
    'water-sachet mobile-phone glasses sunglasses hot-beverage tumbler-glass glass-of-milk glass-of-juice glass-of-water glass-of-tea lipstick',
  ],
  [
    0.17,
    'folded-cloth plate bird bird-flying black-bird mouse hamster frog baby-chick front-facing-baby-chick hatching-chick crab lizard fried-plantain crown',
  ],
  [0.2, 'microphone scissors candle pen pencil skateboard ping-pong badminton beer-mug awale'],
  [0.24, 'pigeon agama soccer-ball basketball volleyball football rat hedgehog chef-hat trophy'],
  [
    0.3,
    'radio x-ray tiered-cake calabash thieboudienne birthday-cake amiwo flower-basket cake chocolate-cake wrapped-gift bottle mat oil-lantern',
  ],
  [
    0.42,
    'agouti pangolin duck rooster chicken guinea-fowl owl parrot monkey turtle chipmunk skunk cat-asleep watering-can stool desk-lamp',
  ],
  [0.5, 'cat black-cat rabbit goose penguin turkey dog-asleep luggage backpack rosette crocodile television'],
  [
    0.65,
    'hornbill dog poodle guide-dog service-dog fox badger beaver raccoon koala sloth otter swan talking-drum drum violin saxophone',
  ],
  [
    0.85,
    'goat ewe ram pig boar peacock flamingo pelican wolf leopard tiger panda balafon long-drum guitar musical-keyboard mortar',
  ],
  [0.95, 'hyena chair bench bicycle kick-scooter bed bathtub couch-and-lamp armchair grill hammock'],
  [
    1.15,
    'lion lioness lion-seated bear deer sewing-machine motor-scooter motorcycle child boy girl t-shirt harp kora salt-heaps dress',
  ],
  [1.3, 'donkey orangutan gorilla throne coat kimono zebra llama'],
  [1.45, 'bread-oven punching-bag barbell well cart fan blackboard taxi automobile seal'],
  [1.6, 'flag donkey-cart canoe cow ox water-buffalo bison rhinoceros hippopotamus polar-bear fridge'],
  [
    1.75,
    'astronaut wrestler people-wrestling skier snowboarder santa-claus mrs-claus snowman snowman-without-snow mermaid merman merperson octopus boubou clothes-line',
  ],
  [1.95, 'egungun zangbeto gelede fairy man-fairy woman-fairy troll hairy-creature shark dolphin orca christmas-tree'],
  [2.1, 'horse unicorn moose'],
  [2.3, 'camel two-hump-camel minibus car-rapide ambulance pickup-truck'],
  [
    3.2,
    'elephant mammoth bus articulated-lorry delivery-truck train locomotive tram trolleybus fire-engine hut statue fountain',
  ],
  [3.8, 'dragon whale spouting-whale department-store small-airplane helicopter'],
  [
    4.6,
    'giraffe t-rex sauropod mango-tree deciduous-tree palm-tree evergreen-tree leafless-tree house house-with-garden houses',
  ],
  [8, 'airplane airplane-parked hospital school bank post-office hotel station circus-tent'],
  [
    14,
    'castle church basilica mosque ferris-wheel lighthouse tokyo-tower statue-of-liberty roller-coaster hindu-temple office-building stadium factory',
  ],
]

const HEADS_ONLY = 'unicorn alien ogre goblin skull ninja'

const UNDYED = `donkey-cart cloud sun rainbow fire droplet snowflake globe-showing-europe-africa world-map`

function byName<Value>(lists: readonly (readonly [Value, string])[]): ReadonlyMap<string, Value> {
  return new Map(lists.flatMap(([value, names]) => wordsOf(names).map((name) => [name, value] as const)))
}

function wordsOf(names: string): string[] {
  return names.trim().split(/\s+/)
}

const homes = byName(Object.entries(HOMES) as [SubjectHome, string][])
const stances = byName(Object.entries(STANCES) as [Stance, string][])
const metres = byName(METRES)
const GROWN_METRES = 1.7
const headsOnly: ReadonlySet<string> = new Set(wordsOf(HEADS_ONLY))
const undyed: ReadonlySet<string> = new Set(wordsOf(UNDYED))

export function traitsOf(id: string, family: SubjectFamily): Traits {
  const usual = FAMILY_TRAITS[family]
  return {
    home: homes.get(id) ?? usual.home,
    stance: stances.get(id) ?? usual.stance,
    stature: (metres.get(id) ?? usual.metres) / GROWN_METRES,
  }
}

export function isHeadOnly(id: string): boolean {
  return headsOnly.has(id)
}

export function isRecolourable(id: string): boolean {
  return !undyed.has(id)
}

/** Drawings of many colours, which one more would spoil; and the colours that each has anyhow. */
export const AS_THEY_ARE: ReadonlyMap<string, readonly string[]> = new Map([
  ['gelede', ['multicolour']],
  ['thieboudienne', ['red', 'orange']],
  ['crescent-moon', ['gold', 'yellow']],
])
