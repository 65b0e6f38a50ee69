import type { LackingVerdict, PicturePlan } from '@product/contract'

/** Of what was said, in the plan's own weights: from here on what is not to be seen is told in one line. */
const nearlyAll = 0.75

/**
 * The verdict that a press agrees to in its own words. Null where the picture is of what was asked and shows nearly all that was
 * said, or every thing that was named: what it lacks besides is told before the press too, and is no reason to ask twice.
 */
export function verdictToAgreeTo(plan: PicturePlan | null): LackingVerdict | null {
  if (plan === null || plan.verdict === 'complete') return null
  const { verdict, drawn, missing, unshown, unknown, coverage } = plan
  const isMerelyAlike = missing.length + unshown.length === 0
  if (verdict !== 'partial' || unknown !== null || isMerelyAlike) return verdict
  if (drawn.some(({ grade }) => grade === 'symbol')) return verdict
  return missing.length === 0 || coverage >= nearlyAll ? null : verdict
}
