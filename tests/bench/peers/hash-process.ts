/**
 * `node hash-process.ts <seconds> <people>`: checks a password again and again as sign-ins do, without any of the rest:
 * what the function allows on this machine.
 */
import { createPasswords, defaultAuthConfig } from '@platform/auth'

import type { Figures } from '../support/compare.ts'

const [seconds = 2, people = 8] = process.argv.slice(2).map(Number)
const { hashing } = defaultAuthConfig({ apiUrl: 'http://localhost', siteUrl: 'http://localhost' })
const passwords = await createPasswords(hashing)
const password = 'Lagune-Ébrié-2026'
const stored = await passwords.hash(password)
const times: number[] = []
const before = process.cpuUsage()
const started = performance.now()
const end = started + seconds * 1000

async function person(): Promise<void> {
  while (performance.now() < end) {
    const asked = performance.now()
    await passwords.check(stored, password)
    times.push(performance.now() - asked)
  }
}

await Promise.all(Array.from({ length: people }, person))
const duration = (performance.now() - started) / 1000
times.sort((a, b) => a - b)
const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN
const { user, system } = process.cpuUsage(before)
const result: Figures = {
  perSecond: times.length / duration,
  answered: times.length,
  p50: at(0.5),
  p99: at(0.99),
  failures: [],
  serverTime: (user + system) / 1000 / times.length,
  databaseTime: 0,
}
process.stdout.write(JSON.stringify(result))
