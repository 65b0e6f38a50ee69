// Kinds of what moves or was made, and of scenes.
import type { Kind } from './kind.ts'

export const movingKinds: Readonly<Record<string, Kind>> = {
  cars: {
    words: 'vehicule de tourisme',
    of: 'car automobile taxi police-car racing-car sport-utility-vehicle pickup-truck oncoming-automobile oncoming-taxi oncoming-police-car',
    isNarrow: true,
  },
  'two-wheeler': {
    words: 'deux roues|two wheeler',
    of: 'bicycle motorcycle motor-scooter kick-scooter',
    isNarrow: true,
  },
  lorry: {
    words: 'poids lourd|utilitaire',
    of: 'articulated-lorry delivery-truck pickup-truck fire-engine',
    isNarrow: true,
  },
  railway: {
    words: 'chemin de fer|ferroviaire|railway',
    of: 'locomotive train high-speed-train bullet-train metro tram tram-car light-rail railway-car mountain-railway monorail suspension-railway',
    isNarrow: true,
  },
  buses: { words: '', of: 'bus minibus car-rapide oncoming-bus trolleybus', isNarrow: true },
  'public-transport': {
    words: 'transport en commun|transports en commun|transport public|public transport',
    of: '#buses #railway taxi ferry auto-rickshaw',
  },
  boat: {
    words: 'bateau|embarcation|boat',
    of: '@boat sailboat rowboat canoe',
    isNarrow: true,
  },
  aircraft: {
    words: 'aeronef|engin volant|aircraft',
    of: 'airplane airplane-parked airplane-arrival airplane-departure small-airplane helicopter balloon parachute flying-saucer rocket satellite',
    isNarrow: true,
  },
  vehicle: {
    words: 'vehicule|moyen de transport|moyens de transport|engin|vehicle|transport',
    of: '@vehicle #cars #boat #aircraft',
  },
}

export const madeKinds: Readonly<Record<string, Kind>> = {
  dwelling: {
    words: 'habitation|logement|demeure|dwelling',
    of: 'house houses hut cabin house-with-garden derelict-house tent castle',
    isNarrow: true,
  },
  worship: {
    words: 'lieu de culte|edifice religieux|religion|place of worship',
    of: 'church mosque synagogue hindu-temple shinto-shrine kaaba pagoda torii prayer-beads',
    isNarrow: true,
  },
  landmark: {
    words: 'monument|landmark',
    of: 'eiffel-tower pyramid statue-of-liberty tokyo-tower castle japanese-castle classical-building statue moai kaaba',
    isNarrow: true,
  },
  building: {
    words: 'batiment|edifice|architecture|building',
    of: '#dwelling #worship #landmark lighthouse windmill bridge bank hospital school hotel factory stadium station office-building department-store post-office house',
  },
  percussion: { words: 'percussion|percussions', of: 'drum long-drum talking-drum maracas balafon', isNarrow: true },
  strings: {
    words: 'instrument a cordes|cordes|string instrument',
    of: 'guitar violin harp banjo kora',
    isNarrow: true,
  },
  brass: {
    words: 'instrument a vent|cuivres|wind instrument',
    of: 'saxophone trombone trumpet flute postal-horn',
    isNarrow: true,
  },
  instrument: {
    words: 'instrument|instrument de musique|instruments de musique|musical instrument|musique|music',
    of: '#percussion #strings #brass accordion musical-keyboard',
  },
  ballgame: {
    words: 'jeu de ballon|sport collectif|ball game|team sport',
    of: 'soccer-ball basketball volleyball rugby-football tennis goal-net baseball softball',
    isNarrow: true,
  },
  sport: { words: 'sport|sportif|sportive|sports', of: '@sport #ballgame stadium' },
  game: {
    words: 'jeu|jeux|jeu de societe|game',
    of: 'awale chess-pawn game-die video-game joystick puzzle-piece pool-8-ball',
    isNarrow: true,
  },
  jewel: {
    words: 'bijou|bijoux|joaillerie|jewel|jewelry|jewellery',
    of: 'ring prayer-beads gem-stone watch crown crystal cowries',
    isNarrow: true,
  },
  shoe: {
    words: 'chaussure|chaussures|shoe|footwear',
    of: 'high-heeled-shoe running-shoe mans-shoe thong-sandal womans-boot womans-sandal flat-shoe ballet-shoes hiking-boot',
    isNarrow: true,
  },
  hat: {
    words: 'chapeau|couvre chef|coiffe|hat',
    of: 'womans-hat top-hat billed-cap tuque chef-hat crown',
    isNarrow: true,
  },
  clothes: { words: 'vetement|habit|tenue|mode|garde robe|clothes|clothing|fashion', of: '@clothes #shoe #hat kimono' },
  furniture: { words: 'meuble|mobilier|furniture', of: '@furniture' },
  tool: {
    words: 'outil|outillage|tool',
    of: 'hammer wrench screwdriver carpentry-saw axe pick shovel toolbox ladder hammer-and-wrench hammer-and-pick scissors nut-and-bolt',
    isNarrow: true,
  },
  weapon: { words: 'arme|weapon', of: 'crossed-swords dagger bomb bow-and-arrow shield axe', isNarrow: true },
  device: {
    words: 'appareil|electronique|high tech|gadget|device|electronics',
    of: 'laptop desktop-computer mobile-phone telephone television printer radio camera video-camera headphone keyboard robot',
    isNarrow: true,
  },
  lamp: {
    words: 'lampe|luminaire|eclairage|lamp',
    of: 'candle candles lantern lanterns red-paper-lantern diya-lamp oil-lantern light-bulb flashlight desk-lamp neons',
    isNarrow: true,
  },
  mask: {
    words: 'masque traditionnel|masque rituel|masques traditionnels',
    of: 'mask gelede zangbeto egungun',
    isNarrow: true,
  },
  creature: {
    words: 'creature fantastique|creature imaginaire|monstre|mythologie|etre imaginaire|mythical creature|monster',
    of: '@fantasy dragon unicorn phoenix mermaid',
  },
  party: { words: 'celebration|anniversaire|party', of: '@festive birthday-cake cake-candle balloon', isNarrow: true },
}

/** Places, hours, weathers and ways to paint, by the kind of word and its id. */
export const sceneKinds: Readonly<Record<string, Kind>> = {
  seaside: { words: 'bord de mer|seaside', of: 'place:sea place:beach place:islands', isNarrow: true },
  waterside: {
    words: 'eau|au bord de l eau|bord de l eau|water|waterside',
    of: '#seaside place:lake place:lagoon place:underwater',
  },
  heights: {
    words: 'relief|hauteurs|heights',
    of: 'place:mountain place:hills place:volcano place:canyon',
    isNarrow: true,
  },
  dry: { words: 'aride|arid', of: 'place:desert place:canyon place:savanna', isNarrow: true },
  countryside: {
    words: 'campagne|rural|countryside',
    of: 'place:hills place:field place:garden place:village',
    isNarrow: true,
  },
  nature: {
    words: 'nature|paysage|plein air|landscape|outdoors',
    of: '#waterside #heights #dry #countryside place:forest place:ice',
  },
  town: {
    words: 'urbain|agglomeration|urban',
    of: 'place:city place:paris place:street place:market place:orient',
    isNarrow: true,
  },
  outer: { words: 'cosmos|outer space', of: 'place:space place:moon place:mars', isNarrow: true },
  indoors: { words: 'interieur|indoors', of: 'place:interior place:table place:stage', isNarrow: true },
  pattern: {
    words: 'motif|pattern',
    of: 'place:wax place:mandala place:fractal place:geometry place:abstract',
  },
  evening: { words: 'soir|soiree|evening', of: 'time:sunset time:dusk', isNarrow: true },
  morning: { words: 'matin|matinee|morning', of: 'time:dawn', isNarrow: true },
  late: { words: '', of: 'time:dusk time:night', isNarrow: true },
  'bad-weather': {
    words: 'mauvais temps|intemperies|bad weather',
    of: 'weather:rain weather:storm weather:mist weather:wind weather:snow',
  },
  wintry: { words: '', of: 'weather:snow season:winter place:ice', isNarrow: true },
  painting: {
    words: 'peinture|tableau|painting',
    of: 'style:watercolour style:oil style:impressionism style:pastel style:pointillism',
    isNarrow: true,
  },
  drawing: { words: 'dessin|drawing', of: 'style:sketch style:engraving style:pastel', isNarrow: true },
}
