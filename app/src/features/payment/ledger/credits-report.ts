import { checkCredits, type CreditsRead } from './check-credits.ts'

/** What /debug-credits hands over to be looked at by others: figures, and what they were found to be, without any words. */
export function creditsReport(read: CreditsRead): object {
  const { balance, holds, entries } = read
  return {
    balance,
    checks: checkCredits(read),
    holds: holds.map(({ amount }) => amount),
    entries: entries.map((entry) => [entry.account, entry.version, entry.amount, entry.balance_after]),
  }
}
