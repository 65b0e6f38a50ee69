/** Private keys that a client of former times left where any script could read them (E2EE §3). */

/** A base64 PKCS#8 of RSA-2048 has some 1,600 characters. */
const longEnough = 800
const looks = /^(?:-----BEGIN [A-Z ]*PRIVATE KEY-----|\{\s*"|[A-Za-z0-9+/\s]+={0,2}$)/

/** The entry of this account's, or of nobody's in particular; null as a rule. */
export function findLegacyKey(userId: string): { name: string; raw: string } | null {
  const names = Object.keys(localStorage).filter((name) => /priv(?:ate)?[-_.]?key/i.test(name))
  // Somebody else's key stays for somebody else.
  const own = names.filter((name) => name.includes(userId))
  const nobodys = names.filter((name) => !/[\da-f]{8}-[\da-f]{4}-/i.test(name))
  for (const name of [...own, ...nobodys]) {
    const raw = localStorage.getItem(name)?.trim() ?? ''
    if (raw.length >= longEnough && looks.test(raw)) return { name, raw }
  }
  return null
}

/** Only after it was sealed and saved with the others. */
export function dropLegacyKey(raw: string): void {
  for (const name of Object.keys(localStorage)) {
    if (localStorage.getItem(name)?.trim() === raw) localStorage.removeItem(name)
  }
}
