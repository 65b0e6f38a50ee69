/** Verbs of work and play that are drawn: what is done, how the body is seen, and which things of the sentence belong to it. */
import type { Doing, Pose } from '../asked.ts'

const wordSet = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/).filter(Boolean))

export interface DoingWords {
  readonly doing: Doing
  readonly pose: Pose
  readonly verbs: ReadonlySet<string>
  /** One of these is said as well, or none of them. */
  readonly beside?: ReadonlySet<string>
  readonly without?: ReadonlySet<string>
  /** Subjects and families that are part of it, and drawn with it. */
  readonly takes: ReadonlySet<string>
  /** In hand where nothing is named. */
  readonly tool?: string
  /** Whose colour or shape is shown: the yarn, the cloth, the dish. */
  readonly shows: ReadonlySet<string>
}

const WASHED = wordSet(
  'motorbike motorbikes motorcycle truck bike taxis voiture voitures moto motos taxi camion bus velo car vitres vitre fenetre pare',
)
const NOT_COOKED = wordSet('the cafe attaya tisane lait biberon valise valises bagages classe examen cours')
const PHONES = wordSet(
  'telephone telephones portable portables ordinateur ordinateurs radio radios montre montres tele phone phones',
)
const BALLS = wordSet('ballon but buts')

interface Written {
  readonly doing: Doing
  readonly pose: Pose
  readonly verbs: string
  readonly beside?: ReadonlySet<string>
  readonly without?: ReadonlySet<string>
  readonly takes?: string
  readonly shows?: string
  readonly tool?: string
}

const WRITTEN: readonly Written[] = [
  {
    doing: 'brewing',
    pose: 'sitting',
    verbs:
      'prepare preparent preparer preparant verse versent verser versant fait font pours pouring makes making brews',
    beside: wordSet('the attaya tea cafe coffee tisane'),
    takes: 'teapot hot-beverage fire tumbler-glass glass-of-water teacup-without-handle',
  },
  {
    doing: 'stirring',
    pose: 'working',
    verbs: `remue remuent remuer remuant touille touillent touiller touillant mijote mijotent mijoter stirs stirring stir
      cuisine cuisinent cuisiner cuisinant cuit cuire prepare preparent preparer preparant cooks cooking cook`,
    without: NOT_COOKED,
    takes: 'pot-of-food cooking spoon shallow-pan-of-food fire wood food',
    shows: 'food',
  },
  {
    doing: 'stirring',
    pose: 'working',
    verbs: 'fait font faire faisant',
    beside: wordSet('cuisine repas'),
    takes: 'pot-of-food cooking food',
  },
  {
    doing: 'grilling',
    pose: 'working',
    verbs: 'braise braisent braiser braisant grille grillent griller grillant grills grilling',
    takes: 'grill fire food sea bird',
    shows: 'food sea bird',
  },
  {
    doing: 'sweeping',
    pose: 'working',
    verbs: 'balaie balaient balaye balayent balayer balayant sweeps sweeping sweep',
    takes: 'broom',
  },
  {
    doing: 'digging',
    pose: 'working',
    verbs: `laboure labourent labourer labourant beche bechent becher creuse creusent creuser creusant bine binent biner
      sarcle sarclent sarcler sarclant cultive cultivent cultiver cultivant defriche digs digging hoes hoeing farming`,
    without: wordSet('tracteur boeuf boeufs tractor'),
    takes: 'shovel pick axe hoe',
  },
  {
    doing: 'planting',
    pose: 'working',
    verbs: `plante plantent planter plantant repique repiquent repiquer seme sement semer semant plants planting sows sowing`,
    takes: 'seedling shovel potted-plant deciduous-tree evergreen-tree palm-tree sheaf-of-rice herb plant',
  },
  {
    doing: 'scrubbing',
    pose: 'working',
    verbs: 'lave lavent laver lavant nettoie nettoient nettoyer nettoyant washes washing cleans cleaning',
    beside: WASHED,
    takes: 'bucket sponge soap',
  },
  {
    doing: 'laundering',
    pose: 'working',
    verbs: `lave lavent laver lavant lessive frotte frottent frotter essore essorent rince rincent washes washing`,
    without: wordSet('mains main visage dents cheveux hands face hair bebe enfant chien'),
    takes:
      'bucket soap fork-and-knife-with-plate clothes clothes-line folded-cloth fountain bathtub plate t-shirt dress jeans',
    shows: 'clothes',
  },
  {
    doing: 'pushing',
    pose: 'working',
    verbs: 'pousse poussent pousser poussant pushes pushing push',
    without: wordSet('velo moto voiture poussette fauteuil cri porte arbre arbres balancoire bicycle'),
    takes: 'cart donkey-cart shopping-cart auto-rickshaw food package',
    shows: 'food package',
  },
  {
    doing: 'painting',
    pose: 'working',
    verbs: 'peint peignent peindre peignant paints painting dessine dessinent dessiner dessinant',
    takes: 'artist-palette paintbrush framed-picture blackboard easel crayon pencil',
  },
  {
    doing: 'casting',
    pose: 'working',
    verbs: 'jette jettent jeter jetant lance lancent lancer lancant casts casting throws throwing',
    beside: wordSet('filet filets epervier net nets'),
    takes: 'net-with-handle',
  },
  {
    doing: 'hammering',
    pose: 'working',
    verbs: `forge forgent forger martele martelent marteler cloue clouent clouer rabote rabotent raboter scie scient scier
      sculpte sculptent sculpter frappe frappent hammers hammering carves carving`,
    without: BALLS,
    takes: 'hammer carpentry-saw wood anvil chisel fire mask statue hammer-and-wrench',
    shows: 'mask statue',
  },
  {
    doing: 'ironing',
    pose: 'working',
    verbs: 'repasse repassent repasser repassant irons ironing',
    takes: 'clothes t-shirt dress folded-cloth boubou pagne',
    shows: 'clothes',
  },
  {
    doing: 'knitting',
    pose: 'seated',
    verbs: 'tricote tricotent tricoter tricotant crochete crochetent crocheter knits knitting crochets',
    takes: 'yarn thread clothes scarf sewing-needle',
    shows: 'clothes yarn scarf',
  },
  {
    doing: 'weaving',
    pose: 'tabled',
    verbs: 'tisse tissent tisser tissant weaves weaving',
    takes: 'thread yarn clothes folded-cloth pagne mat basket',
    shows: 'clothes folded-cloth pagne',
  },
  {
    doing: 'machining',
    pose: 'tabled',
    verbs: 'coud cousent coudre cousant sews sewing',
    takes: 'sewing-machine clothes thread sewing-needle dress t-shirt pagne boubou folded-cloth yarn',
    shows: 'clothes dress t-shirt pagne boubou folded-cloth',
  },
  {
    doing: 'stitching',
    pose: 'seated',
    verbs: 'brode brodent broder brodant raccommode raccommodent raccommoder reprise embroiders embroidering',
    takes: 'clothes thread sewing-needle dress t-shirt pagne boubou folded-cloth net-with-handle',
    shows: 'clothes dress t-shirt pagne boubou folded-cloth',
  },
  {
    doing: 'writing',
    pose: 'tabled',
    verbs: `ecrit ecrivent ecrire ecrivant note notent signe signent signer etudie etudient etudier etudiant revise revisent
      reviser revisant writes writing studies studying`,
    without: wordSet('tableau blackboard'),
    takes:
      'books notebook open-book pen pencil memo fountain-pen notebook-with-decorative-cover spiral-notepad blue-book envelope closed-book roll-of-paper',
  },
  {
    doing: 'writing',
    pose: 'tabled',
    verbs:
      'tape tapent taper tapant travaille travaillent travailler travaillant code codent types typing working works',
    beside: wordSet('ordinateur ordinateurs laptop computer pc clavier'),
    takes: 'laptop desktop-computer keyboard',
    shows: 'laptop desktop-computer',
  },
  {
    doing: 'mending',
    pose: 'tabled',
    verbs: 'repare reparent reparer reparant repairs repairing fixes fixing soude soudent souder',
    beside: PHONES,
    takes: 'mobile-phone telephone screwdriver laptop radio watch desktop-computer mobile-phone-with-arrow television',
    shows: 'mobile-phone laptop radio watch television',
  },
  {
    doing: 'repairing',
    pose: 'sitting',
    verbs: 'repare reparent reparer reparant repairs repairing fixes fixing bricole bricolent',
    takes: 'wrench hammer screwdriver toolbox hammer-and-wrench net-with-handle mans-shoe running-shoe',
    shows: 'net-with-handle mans-shoe running-shoe',
  },
  {
    doing: 'peeling',
    pose: 'sitting',
    verbs: `epluche epluchent eplucher epluchant trie trient trier triant decortique decortiquent ecosse pele pelent peels
      peeling sorts sorting`,
    takes: 'food kitchen-knife pot-of-food basket',
    shows: 'food',
  },
  {
    doing: 'dining',
    pose: 'tabled',
    verbs: `mange mangent manger mangeant dejeune dejeunent dejeuner dine dinent diner deguste degustent deguster eats eating`,
    beside: wordSet('table restaurant cantine maquis restaurants'),
    takes: 'food plate fork-and-knife bowl-with-spoon spoon',
    shows: 'food',
  },
  {
    doing: 'eating',
    pose: 'standing',
    verbs: `mange mangent manger mangeant croque croquent croquer goute goutent gouter deguste degustent leche lechent eats eating
      bites`,
    takes: 'food fork-and-knife spoon bowl-with-spoon',
    shows: 'food',
  },
  {
    doing: 'drinking',
    pose: 'standing',
    verbs: 'boit boivent boire buvant sirote sirotent siroter sirotant drinks drinking sips sipping',
    takes: 'drink coconut amphora calabash glass-of-water tumbler-glass teapot hot-beverage',
    shows: 'drink coconut calabash',
  },
  {
    doing: 'reading',
    pose: 'holding',
    verbs: 'lit lisent lire lisant reads reading',
    takes: 'books open-book newspaper closed-book blue-book green-book orange-book notebook',
    tool: 'open-book',
  },
  {
    doing: 'selfie',
    pose: 'standing',
    verbs: 'selfie selfies',
    takes: 'mobile-phone camera',
  },
  {
    doing: 'serving',
    pose: 'standing',
    verbs: 'sert servent servir servant serves serving plateau plateaux tray',
    takes: 'drink food fork-and-knife-with-plate glass-of-water tumbler-glass plate teapot',
    shows: 'drink food glass-of-water tumbler-glass teapot',
  },
  {
    doing: 'praying',
    pose: 'sitting',
    verbs: `prie prient prier priant prosterne prosternent agenouille agenouillee agenouilles prays praying pray kneels
      kneeling genoux recueille recueillent`,
    takes: 'mat prayer-beads folded-hands',
  },
]

export const DOINGS: readonly DoingWords[] = WRITTEN.map(read)

function read({ verbs, takes = '', shows = '', ...rest }: Written): DoingWords {
  return { ...rest, verbs: wordSet(verbs), takes: wordSet(takes), shows: wordSet(shows) }
}

/** Nouns or participles of the same letters, unless they stand where only a verb can. */
export const TWO_FACED: ReadonlySet<string> = wordSet(
  `verse fait lit cuisine braise grille grilles plante plantes pousse lave lessive forge scie note signe reprise creuse lance cuit prepare
  dejeuner diner gouter etudie peint trie pele mange brode tisse tricote selfie selfies genoux painting cooking
  farming plants washing knitting sewing cook stir push sweep`,
)

/** All of them: none is a noun with a slip. */
export const doingVerbs: ReadonlySet<string> = new Set(DOINGS.flatMap(({ verbs }) => Array.from(verbs)))
const ONLY_VERBS: ReadonlySet<string> = new Set([...doingVerbs].filter((verb) => !TWO_FACED.has(verb)))

/** A verb of these wherever it stands. */
export function isDoing(token: string): boolean {
  return ONLY_VERBS.has(token)
}
