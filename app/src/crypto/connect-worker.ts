import type { Vault } from './vault.ts'

/** The signed-in person's vault, in a worker of its own. One per page; `userId` keeps accounts of one browser apart. */
export function openVault(userId: string): Promise<Vault> {
  return Promise.reject(new Error(`The vault of ${userId} is being built`))
}
