// What is known of a subject besides its drawing: where it is at home, how tall it is, how it is placed.

/** As the committed data is split. */
export type SubjectFamily =
  | 'aircraft'
  | 'animal'
  | 'bird'
  | 'boat'
  | 'building'
  | 'clothes'
  | 'drink'
  | 'fantasy'
  | 'festive'
  | 'food'
  | 'furniture'
  | 'head'
  | 'insect'
  | 'instrument'
  | 'person'
  | 'plant'
  | 'sea'
  | 'sport'
  | 'thing'
  | 'vehicle'

/** Where a subject goes when the prompt names no place: an environment, by its code. */
export type SubjectHome =
  | 'table'
  | 'interior'
  | 'stage'
  | 'street'
  | 'stadium'
  | 'courtyard'
  | 'village'
  | 'savanna'
  | 'forest'
  | 'hills'
  | 'garden'
  | 'field'
  | 'beach'
  | 'sea'
  | 'lagoon'
  | 'underwater'
  | 'ice'
  | 'desert'
  | 'sky'
  | 'space'
  | 'moon'

/** What holds it: the ground, a table, the air, the surface of water, the deep; a bust ends at the lower edge. */
export type Stance = 'ground' | 'table' | 'air' | 'water' | 'deep' | 'bust'

export interface Subject {
  readonly id: string
  readonly family: SubjectFamily
  readonly home: SubjectHome
  readonly stance: Stance
  readonly labels: { readonly fr: string; readonly en: string }
  /** Uncurated keywords: most are associations, not names. */
  readonly tags: { readonly fr: readonly string[]; readonly en: readonly string[] }
  /** As a share of the height of a grown person: what keeps a family of things in proportion. */
  readonly stature: number
  /** Only a face is drawn, of a body that exists. */
  readonly isHeadOnly: boolean
  /** A colour word may dye it. */
  readonly isRecolourable: boolean
  /** People, whose skin follows the words or is drawn by lot. */
  readonly hasSkin: boolean
}
