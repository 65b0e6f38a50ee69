import { argon2id } from 'hash-wasm'

import type { Argon2 } from '../account/slots.ts'
import { createLocalVault } from '../local-vault.ts'
import { memoryStore } from './memory-store.ts'
import type { Devices } from './vectors/vector-case.ts'
import { backupOf } from './vectors/vectors.ts'

const argon2: Argon2 = async (password, salt, { m, t, p }) => {
  const cost = { memorySize: m, iterations: t, parallelism: p, hashLength: 32 }
  return Uint8Array.from(await argon2id({ password, salt, ...cost, outputType: 'binary' }))
}

/** Devices in this process. */
export const localDevices: Devices = {
  async of(userId) {
    const vault = createLocalVault(userId, { store: memoryStore(), argon2 })
    const { backup, secret } = await backupOf(userId)
    await vault.unlock(backup, secret)
    return vault
  },
  empty: (userId) => Promise.resolve(createLocalVault(userId, { store: memoryStore(), argon2 })),
}
