/** U+202F between thousands and before signs, as French is set. */
export function money(currency: string, amount: number): string {
  const [whole, cents] =
    currency === 'EUR' ? [Math.trunc(amount / 100), String(amount % 100).padStart(2, '0')] : [amount, null]
  const grouped = String(whole).replace(/\B(?=(?:\d{3})+$)/g, '\u202f')
  return cents === null ? `${grouped}\u202fFCFA` : `${grouped},${cents}\u202f€`
}
