// What is asked of the subjects of a picture: people with what they wear and do, things, and how they stand to each other.
export type ColourName =
  | 'red'
  | 'orange'
  | 'yellow'
  | 'gold'
  | 'green'
  | 'turquoise'
  | 'blue'
  | 'violet'
  | 'pink'
  | 'brown'
  | 'black'
  | 'white'
  | 'grey'
  | 'beige'
  | 'multicolour'

export type Position = 'left' | 'right' | 'centre' | 'far' | 'front'

export type SkinTone = 'dark' | 'medium-dark' | 'medium' | 'medium-light' | 'light'

export type Person = 'woman' | 'man' | 'girl' | 'boy' | 'old-woman' | 'old-man' | 'person' | 'baby'

export type Garment =
  | 'pagne'
  | 'boubou'
  | 'dress'
  | 'blouse'
  | 'shirt'
  | 'suit'
  | 'apron'
  | 'uniform'
  | 'robe'
  | 'armour'
  | 'wedding-dress'
  | 'coat'
  | 'overalls'
  | 'school'
  | 'police'

export type Headwear =
  | 'headscarf'
  | 'helmet'
  | 'crown'
  | 'turban'
  | 'cap'
  | 'straw-hat'
  | 'tuque'
  | 'toque'
  | 'peaked-cap'
  | 'pointed-hat'

/** `riding` sits on the attribute, `carrying` has it on the head, `playing` and `holding` in the hands. */
export type Pose =
  | 'bust'
  | 'standing'
  | 'riding'
  | 'playing'
  | 'holding'
  | 'carrying'
  | 'dancing'
  | 'kicking'
  | 'sitting'
  /** On a chair. */
  | 'seated'
  | 'walking'
  | 'talking'
  | 'cheering'
  | 'phoning'
  | 'pounding'
  | 'directing'
  | 'swimming'
  /** Through the air, for a ball. */
  | 'diving'
  | 'lying'
  /** A hand up, as in school. */
  | 'raising'
  | 'clapping'
  /** On a rope. */
  | 'pulling'
  /** On the feet, at what stands on the ground beside: `doing` says at what. */
  | 'working'
  /** On a seat behind a table or a loom. */
  | 'tabled'

/** What somebody does with their hands where a pose does not say it all. */
export type Doing =
  | 'stirring'
  | 'grilling'
  | 'sweeping'
  | 'digging'
  | 'planting'
  | 'laundering'
  | 'scrubbing'
  | 'pushing'
  | 'painting'
  | 'casting'
  | 'hammering'
  | 'mallets'
  | 'ironing'
  | 'knitting'
  | 'stitching'
  | 'weaving'
  | 'machining'
  | 'writing'
  | 'mending'
  | 'dining'
  | 'peeling'
  | 'eating'
  | 'drinking'
  | 'fluting'
  | 'selfie'
  | 'praying'
  | 'serving'
  | 'repairing'
  | 'brewing'
  | 'reading'
  | 'jumping'
  /** Over a rope. */
  | 'skipping'
  /** With a plane or a saw, at a bench. */
  | 'planing'
  | 'boxing'
  /** A car that has broken down. */
  | 'shoving'
  | 'climbing'
  /** Over the head, in both hands. */
  | 'lifting'
  | 'shouldering'
  | 'photographing'
  | 'brushing'
  | 'hanging'
  | 'gathering'
  | 'walling'
  | 'chopping'
  | 'cutting'
  | 'phoning'
  | 'running'

/** Where the words say it; else a smile, or none, by lot. */
export type Face = 'laughing' | 'crying' | 'singing' | 'eyes-closed'

/** A person drawn of a head, a garment and what is at hand. */
export interface AskedFigure {
  readonly person: Person
  /** Drawn by lot among what such a person wears when the words do not say. */
  readonly garment: Garment | null
  readonly headwear: Headwear | null
  /** Id of the subject held, played, ridden or carried. */
  readonly attribute: string | null
  /** Chosen by the attribute when the words do not say. */
  readonly pose: Pose | null
  /** Drawn by lot when the words do not say: among the dark ones for people of Africa, dark and medium most often else. */
  readonly tone: SkinTone | 'african' | null
  readonly hair: 'braids' | 'afro' | null
  /** Black, brown or white by person and skin when the words do not say. */
  readonly hairColour: ColourName | null
  /** Of what is held or ridden. */
  readonly accessoryColour: ColourName | null
  /** Of the trousers; dark when the words do not say. */
  readonly legColour: ColourName | null
  readonly eyewear: 'glasses' | 'sunglasses' | null
  /** Of what is worn on the head, on the feet and at the ears and the neck. */
  readonly headColour: ColourName | null
  readonly shoeColour: ColourName | null
  readonly jewelColour: ColourName | null
  /** Of a boat that somebody is in, of what is carried on the head, or behind who rides on two wheels. */
  readonly load?: readonly string[]
  readonly cape?: ColourName
  readonly isBarefoot?: boolean
  /** Who sits behind, on two wheels. */
  readonly passenger?: Passenger
  readonly doing?: Doing
  readonly face?: Face | undefined
  /** One of the attribute in each. */
  readonly isInBothHands?: boolean
  /** On the back of who rides. */
  readonly hasPack?: boolean
  /** Tied on the back in its cloth, whatever else is done. */
  readonly babyOnBack?: 'awake' | 'asleep'
  /** A child that sits on them. */
  readonly onShoulders?: Passenger
}

interface Passenger {
  readonly figure: AskedFigure
  readonly colour: ColourName | null
}

export type Size = 'small' | 'large' | 'giant'

/** Where a subject stands to another one, by that one's index among the subjects asked for. */
export interface Relation {
  readonly kind: 'on' | 'in' | 'over' | 'under' | 'beside' | 'before' | 'behind'
  readonly to: number
}

/** What somebody does to another one, by that one's index: their hands reach there. */
export interface Act {
  readonly kind: 'hands' | 'hair' | 'arm' | 'give' | 'hug'
  readonly to: number
}

/** Of an animal, where the words say it. */
export type Gait = 'running' | 'lying' | 'flying'

export type Perch = 'branch' | 'rock' | 'wall'

/** A subject of the registry (objects/subjects/registry.ts), or a figure. The first asked for is the main one. */
export interface AskedSubject {
  /** Id of the registry, or 'figure'. */
  readonly subject: string
  readonly figure: AskedFigure | null
  /** 1 to 9. */
  readonly count: number
  /** Of the garment when a figure. */
  readonly colour: ColourName | null
  readonly position: Position | null
  readonly size: Size | null
  readonly relation: Relation | null
  readonly act?: Act
  /** What it sits or clings on, that is no subject itself. */
  readonly perch?: Perch
  readonly gait?: Gait
  readonly grade: 'exact' | 'similar' | 'symbol'
  /** Keys of the words that it stands for; what it wears, holds or is made of is said by it as well. */
  readonly said: readonly string[]
  /** Those of them that it only resembles: whoever is dressed as what is drawn. */
  readonly likened?: readonly string[]
  /** The place around the others, seen from within: a room is painted, and no building. */
  readonly isBackdrop: boolean
}
