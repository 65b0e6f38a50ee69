/** Whom this device knows by which identity: pinned on first sight, never changed in silence (E2EE §6). */
import { readAccount, type Device } from '../account/account.ts'
import { headOf, isNextOf, isSuccession, readKeyRow, type SignedKeys } from '../account/key-statement.ts'
import { concat, fromBase64, fromUtf8, isU32, toBase64, utf8, uuidBytes } from '../bytes.ts'
import { decrypt, encrypt } from '../ciphers.ts'
import { VaultError, type KeyCode } from '../codes.ts'
import { encode, pad, unpad } from '../encode.ts'
import type { PinRecord } from '../records.ts'
import type { KeyRow, LoggedKey } from '../rows.ts'
import type { KeyCheck, Pin, SafetyNumber } from '../vault.ts'
import { safetyNumberOf } from './safety-number.ts'

type Sighting = Required<PinRecord>['offered']

export async function checkKey(device: Device, row: KeyRow, log: readonly LoggedKey[] = []): Promise<KeyCheck> {
  const { store, userId } = device
  const pin = await store.read('pins', row.user_id)
  try {
    const keys = await readKeyRow(row)
    if (row.user_id === userId) return await checkOwn(device, keys)
    const steps = [...(await readSteps(log, keys)), keys]
    return pin ? await compare(device, keys, { pin, steps }) : await pinFirst(device, keys, steps)
  } catch (error) {
    if (error instanceof VaultError) return { kind: 'refused', code: error.code as KeyCode }
    throw error
  }
}

async function checkOwn(device: Device, keys: SignedKeys): Promise<KeyCheck> {
  const { identity } = await readAccount(device)
  return { kind: keys.identity === identity ? 'same' : 'changed' }
}

async function sighting(keys: SignedKeys): Promise<Sighting> {
  const { identity, generation, kid } = keys
  return { identity, generation, kid, head: toBase64(await headOf(keys)) }
}

/** With former identities of whoever was replaced in good order; they are heard of, until somebody compares. */
async function pinFirst({ store, now }: Device, keys: SignedKeys, steps: SignedKeys[]): Promise<KeyCheck> {
  const seen = await sighting(keys)
  const { userId } = keys
  const past = await formerOf(keys, steps)
  // Another tab may have pinned in between: what is pinned stays.
  const kept = await store.update(
    'pins',
    userId,
    (old) => old ?? { userId, ...seen, isVerified: false, since: now(), past },
  )
  return { kind: kept?.identity === keys.identity ? 'first' : 'changed' }
}

/** Back from the present one, as far as each names the one before it, which in turn signed for it. */
async function formerOf(keys: SignedKeys, steps: SignedKeys[]): Promise<PinRecord['past']> {
  const former: PinRecord['past'] = []
  let later = keys
  for (const step of steps.toReversed().slice(1)) {
    if (step.identity !== later.identity) {
      const isNamed = await isNextOf(later, toBase64(await headOf(step)))
      if (!isNamed || !(await isSuccession(step.identity, later))) break
      former.unshift({ identity: step.identity, until: later.createdMs, isHeard: true })
    }
    later = step
  }
  return former.filter(({ identity }) => identity !== keys.identity)
}

/** What was published before these keys; versions that do not hold are no steps. */
async function readSteps(log: readonly LoggedKey[], { userId, generation }: SignedKeys): Promise<SignedKeys[]> {
  const kept = log.filter((row): row is KeyRow => row.public_key !== null)
  const read = await Promise.all(kept.map((row) => readKeyRow(row).catch(() => null)))
  return read
    .filter((step): step is SignedKeys => step?.userId === userId && step.generation < generation)
    .toSorted((one, other) => one.generation - other.generation)
}

async function compare(
  device: Device,
  keys: SignedKeys,
  { pin, steps }: { pin: PinRecord; steps: SignedKeys[] },
): Promise<KeyCheck> {
  if (keys.identity === pin.identity) return compareGeneration(device, keys, pin)
  if (pin.past.some(({ identity }) => identity === keys.identity)) throw new VaultError('key_rollback')
  let identity = pin.identity
  for (const step of steps) {
    if (step.identity !== identity && (await isSuccession(identity, step))) identity = step.identity
  }
  const seen = await sighting(keys)
  if (identity === keys.identity) {
    await replace(device, pin, seen)
    return { kind: 'succession' }
  }
  await device.store.update('pins', pin.userId, (old) => old && { ...old, offered: seen })
  return { kind: 'changed' }
}

async function compareGeneration({ store }: Device, keys: SignedKeys, pin: PinRecord): Promise<KeyCheck> {
  if (keys.generation < pin.generation) throw new VaultError('key_rollback')
  if (keys.generation === pin.generation && keys.kid !== pin.kid) throw new VaultError('bad_chain')
  if (keys.generation === pin.generation + 1 && !(await isNextOf(keys, pin.head))) throw new VaultError('bad_chain')
  if (keys.generation === pin.generation && !pin.offered) return { kind: 'same' }
  const seen = await sighting(keys)
  await store.update('pins', pin.userId, (old) => {
    if (!old || old.identity !== seen.identity || old.generation > seen.generation) return undefined
    const { offered: _withdrawn, ...rest } = old
    return { ...rest, ...seen }
  })
  return { kind: 'same' }
}

/** The old identity stays good for what was sealed under it. */
async function replace({ store, now }: Device, pin: PinRecord, seen: Sighting, isCompared = false): Promise<void> {
  await store.update('pins', pin.userId, (old) => {
    if (!old || old.identity !== pin.identity) return undefined
    const { offered: _taken, ...rest } = old
    const past = [...old.past, { identity: old.identity, until: now() }]
    const replaced = { ...rest, ...seen, past, isVerified: false, since: now() }
    return isCompared ? judged(replaced, true, now()) : replaced
  })
}

/** What was compared is the present identity: that others came before it was the server's word. */
function judged(pin: PinRecord, isVerified: boolean, judgedAt: number): PinRecord {
  const past = isVerified ? pin.past.filter(({ isHeard }) => !isHeard) : pin.past
  return { ...pin, past, isVerified, judgedAt }
}

export async function listPins({ store }: Device): Promise<Pin[]> {
  const pins = await store.readAll('pins')
  return pins.map(({ userId, isVerified, offered, since }) => ({
    userId,
    state: offered ? 'changed' : isVerified ? 'verified' : 'pinned',
    wasVerified: isVerified,
    since,
  }))
}

async function readPin({ store }: Device, userId: string): Promise<PinRecord> {
  const pin = await store.read('pins', userId)
  if (!pin) throw new VaultError('unknown_contact')
  return pin
}

export async function markVerified(device: Device, userId: string, isVerified: boolean): Promise<void> {
  const pin = await readPin(device, userId)
  // What was compared is the identity that is offered now, or there is nothing to be verified.
  if (pin.offered) return isVerified ? replace(device, pin, pin.offered, true) : undefined
  await device.store.update('pins', userId, (old) => old && judged(old, isVerified, device.now()))
}

export async function acceptKey(device: Device, userId: string, isCompared: boolean): Promise<void> {
  const pin = await readPin(device, userId)
  if (!pin.offered) return
  if (pin.isVerified && !isCompared) throw new VaultError('needs_comparison')
  await replace(device, pin, pin.offered, isCompared)
}

/** Of the identity that is used now, or that waits to be accepted: the one people would compare. */
export async function safetyNumber(device: Device, otherId: string): Promise<SafetyNumber> {
  const { identity } = await readAccount(device)
  const pin = await readPin(device, otherId)
  const other = { userId: otherId, identity: pin.offered?.identity ?? pin.identity }
  return safetyNumberOf({ userId: device.userId, identity }, other)
}

export async function exportPins(device: Device): Promise<string> {
  const { syncKey } = await readAccount(device)
  const pins = await device.store.readAll('pins')
  const { iv, ct } = await encrypt(syncKey, pad(utf8(JSON.stringify(pins))), boundTo(device))
  return toBase64(concat(iv, ct))
}

function boundTo({ userId }: Device) {
  return encode('cx1/pins', uuidBytes(userId))
}

export async function mergePins(device: Device, sealed: string): Promise<boolean> {
  const { syncKey } = await readAccount(device)
  let pins: PinRecord[]
  try {
    const bytes = fromBase64(sealed)
    const plain = await decrypt(syncKey, { iv: bytes.subarray(0, 12), ct: bytes.subarray(12) }, boundTo(device))
    pins = JSON.parse(fromUtf8(unpad(plain))) as PinRecord[]
  } catch {
    return false
  }
  for (const pin of pins.filter(isPin)) await device.store.update('pins', pin.userId, (old) => merge(old, pin))
  return true
}

function isPin({ userId, identity, generation, past }: PinRecord): boolean {
  return typeof userId === 'string' && typeof identity === 'string' && isU32(generation) && Array.isArray(past)
}

/** The device that has gone further leads; where the two disagree, the person here decides. */
function merge(old: PinRecord | undefined, pin: PinRecord): PinRecord | undefined {
  if (!old) return pin
  if (old.identity === pin.identity) {
    const newer = pin.generation > old.generation ? pin : old
    const { isVerified, past, judgedAt } = lastJudged(old, pin)
    const word = judgedAt === undefined ? {} : { judgedAt }
    return { ...newer, past, isVerified, ...word, since: Math.min(old.since, pin.since) }
  }
  const hasMovedOn = pin.past.some(({ identity }) => identity === old.identity)
  return hasMovedOn ? pin : undefined
}

/** Taking the mark away is a word too. */
function lastJudged(one: PinRecord, other: PinRecord): PinRecord {
  const [at, otherAt] = [one.judgedAt ?? 0, other.judgedAt ?? 0]
  if (at === otherAt) return one.isVerified ? one : other.isVerified ? other : one
  return at > otherAt ? one : other
}
