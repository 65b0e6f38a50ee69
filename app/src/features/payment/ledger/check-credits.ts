/** Counts one's credits again from what was read: the same rules that the server checks for everybody. */
import type { Balance, CreditAccount, CreditEntry, CreditHold } from '#entities/credits/credit-queries.ts'

export interface CreditsRead {
  balance: Balance
  holds: readonly CreditHold[]
  /** Newest first. */
  entries: readonly CreditEntry[]
  /** The oldest entries are among them. */
  isWhole: boolean
}

export type CreditCheck = 'sum' | 'latest' | 'chain' | 'holds'

const accounts: readonly CreditAccount[] = ['promo', 'paid', 'held', 'debt']

export function checkCredits({ balance, holds, entries, isWhole }: CreditsRead): Record<CreditCheck, boolean> {
  const byAccount = accounts.map((account) => {
    const own = entries.filter((entry) => entry.account === account)
    return { account, own: own.toSorted((a, b) => b.version - a.version) }
  })
  return {
    sum: balance.available === balance.promo + balance.paid,
    latest: byAccount.every(({ account, own: [latest] }) => {
      // Without an entry among those that were read it has not moved lately, or never.
      if (!latest) return !isWhole || kept(balance, account) === 0
      return latest.balance_after === kept(balance, account)
    }),
    chain: byAccount.every(({ own }) => isChain(own)),
    holds: balance.held === holds.reduce((sum, { amount }) => sum + amount, 0),
  }
}

/** The ledger keeps a debt below zero, the balance tells it as a positive number. */
function kept(balance: Balance, account: CreditAccount): number {
  return account === 'debt' ? 0 - balance.debt : balance[account]
}

function isChain(newestFirst: readonly CreditEntry[]): boolean {
  return newestFirst.every((entry, index) => {
    const before = newestFirst[index + 1]
    if (before) {
      return entry.version === before.version + 1 && entry.balance_after === before.balance_after + entry.amount
    }
    return entry.version > 1 || entry.balance_after === entry.amount
  })
}
