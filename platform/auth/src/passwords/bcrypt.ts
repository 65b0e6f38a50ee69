/** Hashes of the hosted service and of seeds: accepted at sign-in, replaced by ours there. */
import type { LegacyHash } from './password-hash.ts'

const BCRYPT = /^\$2[abxy]\$(\d\d)\$[./A-Za-z0-9]{53}$/
/** Each step doubles the work; this one takes about a second. */
const MAX_COST = 14

export const bcryptHashes: LegacyHash = {
  recognises(stored) {
    const cost = BCRYPT.exec(stored)?.[1]
    return cost !== undefined && Number(cost) <= MAX_COST
  },
  async verify(stored, password) {
    // NOTE: loaded when it is needed, so that a platform without its binary loses these sign-ins and nothing else.
    const bcrypt = await import('@node-rs/bcrypt')
    // NOTE: bcrypt repeats a password with a NUL behind it, so `a` and `a\0a` are one to it.
    return (await bcrypt.verify(password, stored)) && !password.includes('\0')
  },
}
