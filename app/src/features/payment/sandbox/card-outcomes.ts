/** The same of a page where a phone pays, for operators that are not asked by us. */
export const phoneOutcomes = ['card_accepted', 'card_insufficient', 'card_canceled'] as const

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
