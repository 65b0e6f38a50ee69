import type { Operator } from '#entities/payment/payment-queries.ts'

/** The operator of the number that somebody has proven, then those of its country or of where they are, then the others. */
export function ownFirst<One extends Pick<Operator, 'code' | 'country'>>(
  operators: readonly One[],
  proven: string | null,
  here: string,
): readonly One[] {
  const own = operators.find(({ code }) => code === proven)
  const country = own?.country ?? here
  const rank = (one: One) => (one === own ? 0 : one.country === country ? 1 : 2)
  return operators.toSorted((one, other) => rank(one) - rank(other))
}
