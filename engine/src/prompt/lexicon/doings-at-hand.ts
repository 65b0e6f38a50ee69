/** What is done on a seat, at a table, or with what is in the hand. */
import { wordSet } from '../tokens.ts'
import type { Written } from './doing-words.ts'

const PHONES = wordSet(
  'telephone telephones portable portables ordinateur ordinateurs radio radios montre montres tele phone phones',
)

export const AT_HAND: readonly Written[] = [
  {
    doing: 'skipping',
    pose: 'standing',
    verbs: 'saute sautent sauter sautant jumps jumping skips skipping',
    beside: wordSet('corde rope'),
  },
  {
    doing: 'jumping',
    pose: 'cheering',
    verbs: 'saute sautent sauter sautant bondit bondissent jumps jumping',
    without: wordSet('crepe crepes eau mer piscine riviere lac water pool parachute haie haies'),
  },
  {
    doing: 'knitting',
    pose: 'seated',
    verbs: 'tricote tricotent tricoter tricotant crochete crochetent crocheter knits knitting crochets',
    draws: 'yarn thread sewing-needle',
    likens: 'clothes scarf',
    shows: 'clothes yarn scarf',
  },
  {
    doing: 'weaving',
    pose: 'tabled',
    verbs: 'tisse tissent tisser tissant weaves weaving',
    takes: 'mat basket',
    draws: 'thread yarn folded-cloth pagne',
    likens: 'clothes',
    shows: 'clothes folded-cloth pagne',
  },
  {
    doing: 'machining',
    pose: 'tabled',
    verbs: 'coud cousent coudre cousant sews sewing',
    draws: 'sewing-machine thread sewing-needle folded-cloth',
    likens: 'yarn clothes dress t-shirt pagne boubou',
    shows: 'clothes dress t-shirt pagne boubou folded-cloth',
  },
  {
    doing: 'stitching',
    pose: 'seated',
    verbs: 'brode brodent broder brodant raccommode raccommodent raccommoder reprise embroiders embroidering',
    takes: 'net-with-handle',
    draws: 'thread sewing-needle folded-cloth',
    likens: 'clothes dress t-shirt pagne boubou',
    shows: 'clothes dress t-shirt pagne boubou folded-cloth',
  },
  {
    doing: 'writing',
    pose: 'tabled',
    verbs: `ecrit ecrivent ecrire ecrivant note notent signe signent signer etudie etudient etudier etudiant revise revisent
      reviser revisant writes writing studies studying`,
    without: wordSet('tableau blackboard'),
    takes: 'roll-of-paper',
    draws: 'notebook open-book pen pencil fountain-pen notebook-with-decorative-cover spiral-notepad',
    likens: 'books memo blue-book envelope closed-book',
  },
  {
    doing: 'writing',
    pose: 'tabled',
    verbs:
      'tape tapent taper tapant travaille travaillent travailler travaillant code codent types typing working works',
    beside: wordSet('ordinateur ordinateurs laptop computer pc clavier'),
    takes: 'keyboard',
    shows: 'laptop desktop-computer',
  },
  {
    doing: 'mending',
    pose: 'tabled',
    verbs: 'repare reparent reparer reparant repairs repairing fixes fixing soude soudent souder',
    beside: PHONES,
    draws: 'screwdriver',
    likens: 'telephone mobile-phone-with-arrow',
    shows: 'mobile-phone laptop radio watch television desktop-computer',
  },
  {
    doing: 'repairing',
    pose: 'sitting',
    verbs: 'repare reparent reparer reparant repairs repairing fixes fixing bricole bricolent',
    draws: 'wrench',
    likens: 'hammer screwdriver toolbox hammer-and-wrench',
    shows: 'net-with-handle mans-shoe running-shoe',
  },
  {
    doing: 'peeling',
    pose: 'sitting',
    verbs: `epluche epluchent eplucher epluchant trie trient trier triant decortique decortiquent ecosse pele pelent peels
      peeling sorts sorting`,
    takes: 'kitchen-knife',
    likens: 'pot-of-food basket',
    shows: 'food',
  },
  {
    doing: 'dining',
    pose: 'tabled',
    verbs: `mange mangent manger mangeant dejeune dejeunent dejeuner dine dinent diner deguste degustent deguster eats eating`,
    beside: wordSet('table restaurant cantine maquis restaurants'),
    draws: 'plate spoon',
    likens: 'fork-and-knife fork-and-knife-with-plate bowl-with-spoon',
    shows: 'food',
  },
  {
    doing: 'eating',
    pose: 'standing',
    verbs: `mange mangent manger mangeant croque croquent croquer goute goutent gouter deguste degustent leche lechent eats eating
      bites`,
    takes: 'fork-and-knife spoon bowl-with-spoon',
    shows: 'food',
  },
  {
    doing: 'drinking',
    pose: 'standing',
    verbs: 'boit boivent boire buvant sirote sirotent siroter sirotant drinks drinking sips sipping',
    takes: 'teapot',
    likens: 'amphora',
    shows: 'drink coconut calabash',
  },
  {
    doing: 'reading',
    pose: 'holding',
    verbs: 'lit lisent lire lisant reads reading',
    draws: 'open-book closed-book blue-book green-book orange-book',
    likens: 'books notebook',
    shows: 'newspaper',
    tool: 'open-book',
  },
  {
    doing: 'selfie',
    pose: 'standing',
    verbs: 'selfie selfies',
    draws: 'mobile-phone',
    likens: 'camera',
  },
  {
    doing: 'serving',
    pose: 'standing',
    verbs: 'sert servent servir servant serves serving plateau plateaux tray',
    takes: 'fork-and-knife-with-plate plate',
    shows: 'drink food glass-of-water tumbler-glass teapot',
  },
  {
    doing: 'praying',
    pose: 'sitting',
    verbs: `prie prient prier priant prosterne prosternent agenouille agenouillee agenouilles prays praying pray kneels
      kneeling genoux recueille recueillent`,
    takes: 'prayer-beads',
    draws: 'folded-hands',
    shows: 'mat',
  },
]
