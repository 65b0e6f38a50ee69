/** What the page that stands for a bank's can be told to answer: the buttons of the sandbox. */
export const cardOutcomes = [
  'card_accepted',
  'card_refused',
  'card_insufficient',
  'card_authentication',
  'card_canceled',
  'card_dispute_won',
  'card_dispute_lost',
  'card_renewal_refused',
  'card_renewal_late',
] as const

/** Of them, those of a page where a phone pays: for operators that pay on a page of their own. */
export const phoneOutcomes = [
  'card_accepted',
  'card_insufficient',
  'card_canceled',
] as const satisfies readonly (typeof cardOutcomes)[number][]
