/**
 * What no engine is asked for, as data. Words are whole words without accents, each read with its plural; a rule needs a
 * word of every group, in any order. Rules are few and certain: what only sounds rude is no reason to refuse a picture.
 */

export interface Rule {
  readonly id: string
  /** Each group is a list of words or of phrases, with blanks between their words. */
  readonly every: readonly (readonly string[])[]
  /** Phrases in which a word means something else: `pieds nus`. */
  readonly harmless?: readonly string[]
  /** Words that turn the whole around: `contre la propagande`. */
  readonly unless?: readonly string[]
  /** Words further apart than this many have nothing to do with each other. */
  readonly within?: number
}

const minors = [
  'enfant', 'fillette', 'petite fille', 'garconnet', 'petit garcon', 'bebe', 'nourrisson', 'gamin', 'gamine', 'mineur',
  'mineure', 'adolescent', 'adolescente', 'ado', 'ecolier', 'ecoliere', 'collegien', 'collegienne', 'lyceen', 'lyceenne',
  'preado', 'bambin', 'jeune fille', 'jeune garcon', 'fille de 9 ans', 'fille de 10 ans', 'fille de 11 ans',
  'fille de 12 ans', 'fille de 13 ans', 'fille de 14 ans', 'fille de 15 ans', 'fille de 16 ans', 'fille de 17 ans',
  'child', 'children', 'kid', 'toddler', 'infant', 'baby', 'little girl', 'little boy', 'young girl', 'young boy',
  'schoolgirl', 'schoolboy', 'teen', 'teenager', 'teenage', 'minor', 'underage', 'preteen', 'loli', 'lolita', 'shota',
  'nino', 'nina', 'crianca', 'kind', 'madchen', 'year old girl', 'year old boy',
] // prettier-ignore

const sexual = [
  'nu', 'nue', 'denude', 'denudee', 'deshabille', 'deshabillee', 'sexuel', 'sexuelle', 'sexy', 'erotique', 'porno',
  'pornographique', 'seins nus', 'topless', 'lingerie', 'string', 'lascif', 'lascive', 'sensuel', 'sensuelle', 'nichon',
  'penis', 'vagin', 'vulve', 'fellation', 'sodomie', 'orgasme', 'masturbation', 'sexe', 'coit', 'hentai', 'provocante',
  'nude', 'naked', 'undressed', 'sexual', 'sex', 'erotic', 'porn', 'porno', 'pornographic', 'nsfw', 'lewd', 'seductive',
  'underwear', 'boobs', 'breasts', 'tits', 'pussy', 'cock', 'dick', 'vagina', 'blowjob', 'orgasm', 'horny', 'fetish',
  'desnudo', 'desnuda', 'nackt', 'nudo', 'nuda', 'pelada', 'pelado', 'sexo',
] // prettier-ignore

const explicit = [
  'porno', 'pornographique', 'pornographie', 'porn', 'pornographic', 'pornography', 'hentai', 'fellation', 'sodomie',
  'blowjob', 'handjob', 'cumshot', 'gangbang', 'ejaculation', 'masturbation', 'deepthroat', 'creampie', 'bukkake',
  'scene de sexe', 'acte sexuel', 'rapport sexuel', 'sex scene', 'having sex', 'sexual intercourse', 'hardcore sex',
  'penis en erection', 'erect penis', 'zoophilie', 'bestiality', 'necrophilie', 'necrophilia', 'pornografia',
  'pornografie',
] // prettier-ignore

const rape = [
  'viol collectif',
  'scene de viol',
  'femme violee',
  'se fait violer',
  'rape scene',
  'being raped',
  'gang rape',
]

export const rules: readonly Rule[] = [
  { id: 'minor-pornography', every: [['pedopornographie', 'pedopornographique', 'child porn', 'cp porn', 'kiddie porn', 'pedophilie', 'pedophilia', 'lolicon', 'shotacon']] },
  {
    id: 'minor-sexual',
    every: [minors, sexual],
    within: 12,
    harmless: [
      'nu pied', 'nus pieds', 'pieds nus', 'pied nu', 'tete nue', 'oeil nu', 'torse nu', 'bras nus', 'mains nues', 'a mains nues',
      'mur nu', 'murs nus', 'lumiere nue', 'ampoule nue', 'roche nue', 'terre nue', 'sol nu', 'arbre nu', 'arbres nus', 'branches nues', 'mise a nu', 'string quartet', 'string lights',
      'string instrument', 'guitar string', 'violin string', 'naked eye', 'coq nain', 'cock crow', 'sex ratio',
      'du meme sexe', 'egalite des sexes', 'kind of', 'chicken breasts', 'bebe animal', 'a minor', 'in a minor',
    ],
  },
  { id: 'explicit-sexual', every: [explicit] },
  { id: 'sexual-violence', every: [rape] },
  {
    id: 'real-gore',
    every: [['decapitation', 'decapite', 'decapitee', 'decapitated', 'beheaded', 'beheading', 'demembre', 'dismembered', 'eventre', 'disemboweled', 'torture'], ['photo', 'photorealiste', 'realiste', 'realistic', 'photorealistic', 'vrai', 'vraie', 'real']],
    within: 12,
    unless: ['saint jean baptiste', 'john the baptist', 'holopherne', 'holofernes', 'meduse', 'medusa', 'goliath', 'musee', 'museum'],
  },
  {
    id: 'extremism',
    every: [['propagande', 'propaganda', 'recrutement', 'recruitment', 'glorification', 'glorifier', 'glorifying', 'affiche', 'poster', 'gloire'], ['nazi', 'nazie', 'hitler', 'daech', 'daesh', 'isis flag', 'etat islamique', 'islamic state', 'boko haram', 'al qaida', 'al qaeda', 'ku klux klan', 'kkk']],
    within: 10,
    unless: ['contre', 'anti', 'against', 'victime', 'victim', 'resistance', 'memorial', 'musee', 'museum', 'histoire', 'history'],
  },
] // prettier-ignore
