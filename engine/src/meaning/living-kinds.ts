// Kinds of what lives, grows or is eaten.
import type { Kind } from './kind.ts'

export const animalKinds: Readonly<Record<string, Kind>> = {
  feline: {
    words: 'felin|felide|feline|big cat',
    of: 'cat black-cat cat-asleep lion tiger leopard',
    isNarrow: true,
  },
  'wild-cat': { words: 'fauve|grand felin|wild cat', of: 'lion tiger leopard', isNarrow: true },
  canine: {
    words: 'canide|canine',
    of: 'dog dog-asleep poodle guide-dog service-dog wolf fox',
    isNarrow: true,
  },
  equine: { words: 'equide|equine', of: 'horse zebra donkey unicorn', isNarrow: true },
  bears: { words: '', of: 'bear polar-bear panda', isNarrow: true },
  primate: { words: 'primate|grand singe|ape', of: 'monkey gorilla orangutan', isNarrow: true },
  cattle: { words: 'bovin|bovide|betail|cattle', of: 'cow ox water-buffalo bison', isNarrow: true },
  ruminant: { words: '', of: 'goat ewe ram', isNarrow: true },
  antlered: { words: 'cervide', of: 'deer moose', isNarrow: true },
  camelid: { words: 'camelide', of: 'camel two-hump-camel llama', isNarrow: true },
  pachyderm: { words: 'pachyderme|pachyderm', of: 'elephant rhinoceros hippopotamus mammoth', isNarrow: true },
  rodent: { words: 'rongeur|rodent', of: 'mouse rat hamster chipmunk beaver', isNarrow: true },
  snake: { words: '', of: 'snake lizard agama', isNarrow: true },
  turtles: { words: '', of: 'turtle sea-turtle', isNarrow: true },
  reptile: { words: 'reptile', of: '#snake #turtles crocodile sauropod t-rex' },
  dinosaur: { words: 'dinosaure|dinosaur', of: 'sauropod t-rex', isNarrow: true },
  'bird-of-prey': { words: 'rapace|oiseau de proie|bird of prey|raptor', of: 'eagle owl', isNarrow: true },
  poultry: {
    words: 'volaille|basse cour|poultry',
    of: 'chicken rooster duck goose turkey guinea-fowl baby-chick hatching-chick',
    isNarrow: true,
  },
  wader: { words: 'oiseau aquatique|waterbird', of: 'flamingo pelican swan duck goose', isNarrow: true },
  bird: { words: 'oiseau|volatile|bird', of: '@bird birds owl bird' },
  whales: { words: 'cetace|cetacean', of: 'whale spouting-whale orca dolphin', isNarrow: true },
  shellfish: {
    words: 'crustace|fruits de mer|coquillage|seafood|shellfish',
    of: 'crab lobster shrimp oyster squid octopus spiral-shell',
    isNarrow: true,
  },
  'sea-life': {
    words: 'animal marin|animaux marins|faune marine|vie marine|creature marine|sea creature|marine life|sea life',
    of: '@sea fish jellyfish whale',
  },
  insect: {
    words: 'insecte|bestiole|insect',
    of: '@insect butterfly butterflies fireflies',
  },
  pet: {
    words: 'animal de compagnie|animal domestique|animaux de compagnie|animaux domestiques|pet',
    of: 'cat cat-asleep black-cat dog dog-asleep poodle rabbit hamster parrot',
  },
  'farm-animal': {
    words: 'animal de ferme|animal de la ferme|animaux de ferme|animaux de la ferme|troupeau|livestock|farm animal',
    of: '#cattle #ruminant #poultry pig horse donkey rabbit',
  },
  'wild-animal': {
    words: 'animal sauvage|animaux sauvages|faune|faune sauvage|wildlife|wild animal',
    of: '#wild-cat #pachyderm #primate #antlered #bears giraffe zebra wolf fox boar crocodile snake kangaroo',
  },
  animal: {
    words: 'animal|animaux|bete|creature|bebe animal|animal|beast',
    of: '@animal @bird @sea @insect cat fox wolf deer horse owl whale fish jellyfish butterfly butterflies bird birds elephant giraffe lion',
  },
}

export const naturalKinds: Readonly<Record<string, Kind>> = {
  flower: {
    words: 'fleur|fleurs|flower',
    of: 'flowers rose lavender sunflower poppy tulip peony daisy lotus cherry-blossom hibiscus hyacinth blossom bouquet white-flower wilted-flower rosette',
    isNarrow: true,
  },
  tree: {
    words: 'arbre|tree',
    of: 'conifer broadleaf palm cherry cypress baobab bamboo deciduous-tree evergreen-tree leafless-tree palm-tree christmas-tree',
    isNarrow: true,
  },
  mushrooms: { words: '', of: 'mushroom brown-mushroom', isNarrow: true },
  plant: {
    words: 'plante|vegetation|vegetal|vegetaux|flore|verdure|plant|greenery',
    of: '@plant #flower #tree cactus grass leaves mushroom',
  },
  'heavenly-body': {
    words: 'astre|astres|corps celeste|astronomie|celestial body|astronomy',
    of: 'sun moon stars planet earth star glowing-star crescent-moon ringed-planet comet shooting-star',
    isNarrow: true,
  },
  fires: { words: '', of: 'fire campfire sparks fireworks', isNarrow: true },
}

export const eatenKinds: Readonly<Record<string, Kind>> = {
  fruit: {
    words: 'fruit|fruits',
    of: 'mango pineapple banana coconut watermelon melon avocado tangerine lemon lime red-apple green-apple strawberry grapes peach pear cherries kiwi-fruit blueberries',
    isNarrow: true,
  },
  vegetable: {
    words: 'legume|vegetable|veggie',
    of: 'tomato eggplant onion garlic hot-pepper bell-pepper carrot ear-of-corn potato roasted-sweet-potato pea-pod broccoli cucumber leafy-green green-salad root-vegetable pickle olive',
    isNarrow: true,
  },
  bakery: {
    words: 'pain|viennoiserie|bread',
    of: 'bread baguette-bread croissant bagel pretzel flatbread',
    isNarrow: true,
  },
  dessert: {
    words: 'dessert|patisserie|sucrerie|gourmandise|gouter|pastry',
    of: 'birthday-cake cake chocolate-cake cake-candle shortcake cupcake macaron pancakes waffle doughnut cookie chocolate-bar candy ice-cream soft-ice-cream shaved-ice pie custard lollipop honey-pot croissant',
    isNarrow: true,
  },
  'street-food': {
    words: 'street food|cuisine de rue|fast food|restauration rapide',
    of: 'hamburger french-fries whole-pizza pizza hot-dog sandwich taco burrito stuffed-flatbread skewers fritters fried-plantain popcorn',
    isNarrow: true,
  },
  'west-african-dish': {
    words:
      'plat africain|plat ivoirien|plat senegalais|plat beninois|plat togolais|specialite africaine|african food|african dish',
    of: 'attieke foutou thieboudienne fried-plantain fritters grilled-fish skewers peanuts',
    isNarrow: true,
  },
  meat: {
    words: 'viande|grillade|meat',
    of: 'meat-on-bone poultry-leg cut-of-meat bacon skewers grill',
    isNarrow: true,
  },
  food: {
    words: 'nourriture|aliment|repas|plat|mets|gastronomie|a manger|food|meal|dish',
    of: '@food #fruit #vegetable #bakery #dessert grilled-fish',
  },
  'hot-drink': {
    words: 'boisson chaude|hot drink',
    of: 'hot-beverage teapot glass-of-tea teacup-without-handle mate',
    isNarrow: true,
  },
  alcohol: {
    words: 'alcool|aperitif|alcohol',
    of: 'beer-mug clinking-beer-mugs wine-glass clinking-glasses cocktail-glass tropical-drink bottle-with-popping-cork sake tumbler-glass',
    isNarrow: true,
  },
  drink: { words: 'boisson|a boire|drink|beverage', of: '@drink' },
}

export const humanKinds: Readonly<Record<string, Kind>> = {
  children: { words: 'enfant|enfants|gamin|gosse|mome|child|children|kid', of: 'girl boy baby child', isNarrow: true },
  elders: {
    words: 'personne agee|personnes agees|aine|senior|elder',
    of: 'old-woman old-man older-person',
    isNarrow: true,
  },
  women: { words: 'feminin', of: 'woman old-woman girl', isNarrow: true },
  men: { words: 'masculin', of: 'man old-man boy', isNarrow: true },
  musician: {
    words: 'musicien|musicienne|musiciens|musician|orchestre|band',
    of: 'trade:long-drum trade:kora trade:talking-drum trade:balafon trade:saxophone trade:guitar trade:violin trade:trumpet trade:musical-keyboard trade:drum trade:flute trade:accordion trade:microphone singer man-singer woman-singer',
    isNarrow: true,
  },
  royalty: {
    words: 'royaute|royalty',
    of: 'trade:crown prince princess crown throne person-with-crown',
    isNarrow: true,
  },
  people: {
    words: 'personne|gens|humain|personnage|foule|people|person|human',
    of: '@person @head #children #elders #women #men person couple ballerina astronaut',
  },
}
