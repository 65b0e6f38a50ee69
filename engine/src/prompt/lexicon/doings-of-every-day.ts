/** What people do every day with their whole body, or with what the verb alone does not tell. */
import { wordSet } from '../tokens.ts'
import type { Written } from './doing-words.ts'

const PUNCHED = wordSet('sac frappe punching bag boxe')
const BROKEN_DOWN = wordSet(
  'voiture voitures taxi taxis panne car bus camion vehicule auto moto gbaka woro minibus truck embourbee embourbe pirogue pirogues barque canot',
)
const UPWARDS = wordSet('echelle ladder arbre arbres cocotier palmier manguier baobab corde poteau tree palm')
const SHOULDERS = wordSet('epaule epaules shoulder shoulders lepaule')
const WOODEN = wordSet('bois buche buches tronc arbre wood logs log tree')
const MEALS = wordSet(
  `viande legume legumes pain poulet poisson oignon oignons tomate tomates fruit fruits mangue mangues ananas pasteque carotte
  carottes mouton boeuf porc gateau pizza saucisson fromage gombo igname manioc meat vegetables vegetable bread onion onions fish
  chicken cake fruit`,
)
const HUNG = wordSet('linge lessive vetements habits draps corde laundry clothes fil')

export const OF_EVERY_DAY: readonly Written[] = [
  {
    doing: 'boxing',
    pose: 'working',
    verbs: `frappe frappent frapper frappant tape tapent cogne cognent boxe boxent boxer entraine entrainent entrainer hits hitting punches
      punching`,
    beside: PUNCHED,
    takes: 'boxing-glove',
    draws: 'punching-bag',
  },
  {
    doing: 'planing',
    pose: 'working',
    verbs: 'rabote rabotent raboter rabotant scie scient scier sciant ponce poncent poncer planes planing saws sawing',
    takes: 'hammer',
    draws: 'wood carpentry-saw',
    likens: 'chair door table',
  },
  {
    doing: 'shoving',
    pose: 'working',
    verbs: 'pousse poussent pousser poussant pushes pushing push',
    beside: BROKEN_DOWN,
    isAnywhere: true,
    without: wordSet('brouette charrette chariot poussette caddie cri'),
  },
  {
    doing: 'climbing',
    pose: 'standing',
    verbs: 'monte montent monter montant grimpe grimpent grimper grimpant escalade escaladent climbs climbing',
    beside: UPWARDS,
    draws: 'ladder',
    likens: 'palm-tree deciduous-tree evergreen-tree',
    shows: 'ladder palm-tree',
  },
  {
    doing: 'lifting',
    pose: 'cheering',
    verbs: `souleve soulevent soulever soulevant brandit brandissent brandir brandissant lifts lifting raises raising holds lift
      leve levent lever levant`,
    beside: wordSet(
      'coupe trophee cup trophy halteres haltere poids barre weights barbell dumbbells caisse carton pierre rocher medaille drapeau',
    ),
    draws: 'barbell trophy',
    shows: 'trophy barbell package festive thing military-medal sports-medal flag',
  },
  {
    doing: 'shouldering',
    pose: 'standing',
    verbs: 'porte portent porter portant transporte transportent carries carrying charge chargent hisse',
    beside: SHOULDERS,
    shows: 'sack wood package luggage basket amphora broom shovel sheaf-of-rice log',
  },
  {
    doing: 'photographing',
    pose: 'standing',
    verbs:
      'photographie photographient photographier photographiant filme filment filmer filmant photographs photographing films filming',
    draws: 'camera camera-with-flash',
    likens: 'video-camera movie-camera mobile-phone',
    tool: 'camera',
  },
  {
    doing: 'photographing',
    pose: 'standing',
    verbs: 'prend prennent prendre prenant takes taking',
    beside: wordSet('photo photos picture pictures photographie cliche'),
    draws: 'camera camera-with-flash',
    likens: 'mobile-phone framed-picture',
    tool: 'camera',
  },
  {
    doing: 'brushing',
    pose: 'standing',
    verbs: 'brosse brossent brosser brossant lave lavent brushes brushing',
    beside: wordSet('dents dent teeth'),
    draws: 'toothbrush',
  },
  {
    doing: 'hanging',
    pose: 'working',
    verbs: 'etend etendent etendre etendant accroche accrochent pend suspend hangs hanging seche sechent',
    beside: HUNG,
    draws: 'clothes clothes-line',
    shows: 'clothes',
  },
  {
    doing: 'chopping',
    pose: 'working',
    verbs: 'coupe coupent couper coupant fend fendent fendre fendant abat chops chopping cuts cutting',
    beside: WOODEN,
    draws: 'axe wood',
  },
  {
    doing: 'cutting',
    pose: 'tabled',
    verbs: `coupe coupent couper coupant decoupe decoupent decouper decoupant tranche tranchent trancher hache hachent hacher emince cuts
      cutting chops chopping slices slicing`,
    beside: MEALS,
    draws: 'kitchen-knife',
    shows: 'food sea ewe goat',
  },
  {
    doing: 'gathering',
    pose: 'working',
    verbs:
      'ramasse ramassent ramasser ramassant recolte recoltent recolter recoltant gathers gathering collects collecting picks',
    takes: 'basket',
    shows: 'food wood plant thing sea',
  },
  {
    doing: 'walling',
    pose: 'working',
    verbs: 'construit construisent construire construisant batit batissent batir monte montent builds building',
    beside: wordSet('mur murs brique briques parpaing parpaings maison wall bricks house'),
    draws: 'brick',
  },
  {
    doing: 'phoning',
    pose: 'phoning',
    verbs: 'telephone telephonent telephoner telephonant appelle appellent calling phoning calls',
    without: wordSet('chien chat enfant enfants bebe dieu'),
    draws: 'mobile-phone telephone',
    tool: 'mobile-phone',
  },
  {
    doing: 'phoning',
    pose: 'phoning',
    verbs: 'parle parlent parler parlant discute talks talking speaks speaking',
    beside: wordSet('telephone portable phone'),
    draws: 'mobile-phone telephone',
    tool: 'mobile-phone',
  },
  {
    doing: 'running',
    pose: 'kicking',
    verbs: 'court courent courir courant runs running run jogge joggent',
    without: wordSet('ballon ball foot football nu danger bruit'),
  },
]
