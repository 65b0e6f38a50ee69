/** What the rules may add to a description, by what is recognised in it. Each list ends with words that change no scene. */
import type { TimeOfDay } from '@product/engine/language'

export type SceneFamily =
  | 'sea'
  | 'lake'
  | 'underwater'
  | 'forest'
  | 'mountain'
  | 'city'
  | 'space'
  | 'desert'
  | 'field'
  | 'default'
export type PictureKind = 'scene' | 'subject' | 'abstract'

export interface SlotTexts {
  readonly composition: Readonly<Record<PictureKind | 'boundless', readonly string[]>>
  readonly light: Readonly<Record<TimeOfDay | 'veiled' | 'space' | 'underwater' | 'subject', readonly string[]>>
  readonly colours: Readonly<Record<TimeOfDay | 'veiled' | 'abstract', readonly string[]>>
  /** By day, some families have colours of their own. */
  readonly familyColours: Readonly<Partial<Record<SceneFamily, readonly string[]>>>
  readonly details: Readonly<Record<SceneFamily, readonly string[]>>
  readonly mood: Readonly<Record<SceneFamily | 'storm', readonly string[]>>
  readonly style: Readonly<Record<PictureKind, readonly string[]>>
  /** Before the names of a reference's colours. */
  readonly paletteOfReference: string
  readonly avoided: readonly AvoidedByDefault[]
}

export interface AvoidedByDefault {
  readonly text: string
  /** Not avoided where the description itself speaks of it. */
  readonly unless: RegExp
  readonly onlyForPhotos?: true
}
