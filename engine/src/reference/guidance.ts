// What a reference is for, and how closely it is followed.
import type { Frame } from '../core/frame.ts'
import type { Pixels } from '../core/pixels.ts'
import { statisticsOf, transfer } from './transfer.ts'

/** `composition` keeps forms and leaves colours to the words; `style` gives its colours and light, and no forms. */
export type ReferenceRole = 'auto' | 'subject' | 'style' | 'composition'

export interface Reference extends Pixels {
  readonly role?: ReferenceRole | undefined
  /** 0 (hardly) … 1 (as it is); 0.5 where absent. */
  readonly influence?: number | undefined
}

const USUAL = 0.5

export function influenceOf({ influence = USUAL }: Reference): number {
  return Math.min(1, Math.max(0, influence))
}

export function isStyle({ role }: Reference): boolean {
  return role === 'style'
}

/** How far words may move the colours and light of these: 0 not at all, 1 as usual, 2 twice as far. */
export function freedomOf(sources: readonly Reference[]): number {
  const sum = sources.reduce((total, source) => total + influenceOf(source), 0)
  return 2 * (1 - sum / sources.length)
}

/** Shares of the picture; null where all are alike. */
export function weightsOf(sources: readonly Reference[]): readonly number[] | null {
  const influences = sources.map((source) => 0.15 + influenceOf(source))
  const sum = influences.reduce((total, one) => total + one, 0)
  return influences.every((one) => one === influences[0]) ? null : influences.map((one) => one / sum)
}

const SKIN_CHROMA = 0.12

/** Gives a picture the colours and light of another. */
export function takeStyle(frame: Frame, style: Frame, influence: number): void {
  transfer(frame, {
    to: statisticsOf(style),
    lightness: 0.1 + 0.7 * influence,
    chroma: 0.3 + 0.65 * influence,
    skinChroma: SKIN_CHROMA,
  })
}
