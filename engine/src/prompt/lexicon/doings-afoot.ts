/** What is done on the feet, and at the fire. */
import { wordSet } from '../tokens.ts'
import type { Written } from './doing-words.ts'

const WASHED = wordSet(
  'motorbike motorbikes motorcycle truck bike taxis voiture voitures moto motos taxi camion bus velo car vitres vitre fenetre pare',
)
const NOT_COOKED = wordSet('the cafe attaya ataya tisane lait biberon valise valises bagages classe examen cours')
const BALLS = wordSet('ballon but buts')

export const AFOOT: readonly Written[] = [
  {
    doing: 'brewing',
    pose: 'sitting',
    verbs:
      'prepare preparent preparer preparant verse versent verser versant fait font pours pouring makes making brews',
    beside: wordSet('the attaya ataya tea cafe coffee tisane'),
    takes: 'fire',
    draws: 'teapot tumbler-glass hot-beverage glass-of-tea',
    likens: 'glass-of-water teacup-without-handle',
  },
  {
    doing: 'stirring',
    pose: 'working',
    verbs: `remue remuent remuer remuant touille touillent touiller touillant mijote mijotent mijoter stirs stirring stir
      cuisine cuisinent cuisiner cuisinant cuit cuire prepare preparent preparer preparant cooks cooking cook`,
    without: NOT_COOKED,
    takes: 'food wood',
    draws: 'pot-of-food cooking spoon fire',
    likens: 'shallow-pan-of-food',
  },
  {
    doing: 'stirring',
    pose: 'working',
    verbs: 'fait font faire faisant',
    beside: wordSet('cuisine repas'),
    takes: 'food',
    draws: 'pot-of-food cooking',
  },
  {
    doing: 'grilling',
    pose: 'working',
    verbs: 'braise braisent braiser braisant grille grillent griller grillant grills grilling',
    draws: 'grill fire',
    shows: 'food sea bird',
  },
  {
    doing: 'sweeping',
    pose: 'working',
    verbs: 'balaie balaient balaye balayent balayer balayant sweeps sweeping sweep',
    draws: 'broom',
  },
  {
    doing: 'digging',
    pose: 'working',
    verbs: `laboure labourent labourer labourant beche bechent becher creuse creusent creuser creusant bine binent biner
      sarcle sarclent sarcler sarclant cultive cultivent cultiver cultivant defriche digs digging hoes hoeing farming`,
    without: wordSet('tracteur boeuf boeufs tractor'),
    takes: 'axe',
    draws: 'hoe',
    likens: 'shovel pick',
  },
  {
    doing: 'planting',
    pose: 'working',
    verbs: `plante plantent planter plantant repique repiquent repiquer seme sement semer semant plants planting sows sowing`,
    takes: 'shovel sheaf-of-rice',
    draws: 'seedling deciduous-tree',
    likens: 'plant potted-plant evergreen-tree palm-tree herb',
  },
  {
    doing: 'scrubbing',
    pose: 'working',
    verbs: 'lave lavent laver lavant nettoie nettoient nettoyer nettoyant washes washing cleans cleaning',
    beside: WASHED,
    draws: 'bucket sponge',
    likens: 'soap',
  },
  {
    doing: 'laundering',
    pose: 'working',
    verbs: `lave lavent laver lavant lessive frotte frottent frotter essore essorent rince rincent washes washing`,
    without: wordSet('mains main visage dents cheveux hands face hair bebe enfant chien'),
    takes: 'clothes-line fountain bathtub',
    draws: 'clothes folded-cloth',
    likens: 'bucket soap dress t-shirt jeans pagne boubou',
    shows: 'clothes plate fork-and-knife-with-plate',
  },
  {
    doing: 'pushing',
    pose: 'working',
    verbs: 'pousse poussent pousser poussant pushes pushing push',
    without: wordSet(
      'pirogue pirogues barque bateau canot velo moto voiture poussette fauteuil cri porte arbre arbres balancoire bicycle',
    ),
    takes: 'donkey-cart auto-rickshaw',
    likens: 'cart shopping-cart',
    shows: 'food package',
  },
  {
    doing: 'painting',
    pose: 'working',
    verbs: 'peint peignent peindre peignant paints painting dessine dessinent dessiner dessinant',
    takes: 'blackboard crayon pencil',
    draws: 'artist-palette paintbrush framed-picture easel',
  },
  {
    doing: 'casting',
    pose: 'working',
    verbs: 'jette jettent jeter jetant lance lancent lancer lancant casts casting throws throwing',
    beside: wordSet('filet filets epervier net nets'),
    draws: 'net-with-handle',
  },
  {
    doing: 'hammering',
    pose: 'working',
    verbs: `forge forgent forger martele martelent marteler cloue clouent clouer rabote rabotent raboter scie scient scier
      sculpte sculptent sculpter frappe frappent hammers hammering carves carving`,
    without: BALLS,
    takes: 'carpentry-saw chisel fire',
    draws: 'hammer anvil',
    likens: 'wood hammer-and-wrench',
    shows: 'mask statue',
  },
  {
    doing: 'ironing',
    pose: 'working',
    verbs: 'repasse repassent repasser repassant irons ironing',
    draws: 'clothes folded-cloth',
    likens: 't-shirt dress boubou pagne',
    shows: 'clothes',
  },
]
