import type { Commission, CommissionMilestone } from '@product/contract'

export const currentMilestone = ({ current, milestones }: Commission): CommissionMilestone | undefined =>
  milestones.find(({ position }) => position === current)

/** What is the artist's of the milestone that is held, and what goes back. */
export function sharesOf(order: Commission, percent: number): [work: number, back: number] {
  const amount = currentMilestone(order)?.amount ?? 0
  const work = (amount * percent) / 100
  return [work, amount - work]
}
